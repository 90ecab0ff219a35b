/** Rules that throw: each is left out from then on, and named once; the others go on. */
import type { RuleFinding } from "../model/finding.ts";
import type { RuleListeners } from "../rule/rule.ts";

/** A rule that threw. */
export interface ThrownByRule {
  readonly rule: string;
  readonly error: unknown;
}

/** Collects what rules throw. */
export class RuleGuard {
  private readonly thrown: Map<string, ThrownByRule> = new Map();

  get failures(): readonly ThrownByRule[] {
    return [...this.thrown.values()];
  }

  hasFailed(rule: string): boolean {
    return this.thrown.has(rule);
  }

  /** Returns what a rule returns; undefined if it throws, or threw before. */
  run<Result>(rule: string, call: () => Result): Result | undefined {
    if (this.thrown.has(rule)) return undefined;
    try {
      return call();
    } catch (error) {
      this.thrown.set(rule, { rule, error });
      return undefined;
    }
  }

  /** Returns callbacks that call those of a rule. */
  listeners(rule: string, listeners: RuleListeners | undefined): RuleListeners {
    const { prim, property, undefinedPrim, spec, end } = listeners ?? {};
    return {
      prim: prim && ((each, place) => this.run(rule, () => prim(each, place))),
      property: property && ((each, owner, place) => this.run(rule, () => property(each, owner, place))),
      undefinedPrim: undefinedPrim && ((each) => this.run(rule, () => undefinedPrim(each))),
      spec: spec && ((each) => this.run(rule, () => spec(each))),
      end: end && ((noted) => this.run(rule, () => end(noted))),
    };
  }

  /** Returns a finding whose fixes are none if making them throws. */
  finding(rule: string, finding: RuleFinding): RuleFinding {
    const { fixes } = finding;
    return typeof fixes === "function" ? { ...finding, fixes: () => this.run(rule, fixes) ?? [] } : finding;
  }
}
