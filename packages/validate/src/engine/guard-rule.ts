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
      prim: prim && this.#guarded(rule, prim),
      property: property && this.#guarded(rule, property),
      undefinedPrim: undefinedPrim && this.#guarded(rule, undefinedPrim),
      spec: spec && this.#guarded(rule, spec),
      end: end && this.#guarded(rule, end),
    };
  }

  /**
   * Returns a callback that calls one of a rule. It passes on three arguments, the most that any has: one for all callbacks, in place of a
   * list made for each call, as there are several calls for each spec.
   */
  #guarded<Call extends (first: never, second: never, third: never) => void>(rule: string, call: Call): Call {
    const { thrown } = this;
    const guarded = (first: never, second: never, third: never): void => {
      if (thrown.size > 0 && thrown.has(rule)) return;
      try {
        call(first, second, third);
      } catch (error) {
        thrown.set(rule, { rule, error });
      }
    };
    // Its parameters are those of the callback.
    return guarded as Call;
  }

  /** Returns a finding whose fixes are none if making them throws. */
  finding(rule: string, finding: RuleFinding): RuleFinding {
    const { fixes } = finding;
    return typeof fixes === "function" ? { ...finding, fixes: () => this.run(rule, fixes) ?? [] } : finding;
  }
}
