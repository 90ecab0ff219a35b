/** Rules that throw: each is left out from then on, and named once; the others go on. */
import type { WalkOptions } from "@usdkit/service-scene";
import type { RuleFinding } from "../model/finding.ts";

/** A rule that threw. */
export interface ThrownByRule {
  readonly rule: string;
  readonly error: unknown;
}

/** Collects what rules throw. */
export class RuleGuard {
  /** Takes what the visitor of a rule throws in a walk. What has no name is not a rule's: its error is thrown. */
  readonly onThrow: NonNullable<WalkOptions["onThrow"]> = ({ name }, error) => {
    if (name === undefined) throw error;
    this.thrown.set(name, { rule: name, error });
  };
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

  /** Returns a finding whose fixes are none if making them throws. */
  finding(rule: string, finding: RuleFinding): RuleFinding {
    const { fixes } = finding;
    return typeof fixes === "function" ? { ...finding, fixes: () => this.run(rule, fixes) ?? [] } : finding;
  }
}
