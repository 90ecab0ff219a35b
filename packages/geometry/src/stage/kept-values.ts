/** What is kept of a prim from one time to the next. */
import type { GeometryProblem } from "../model/geometry-problem.ts";

interface KeptValue {
  readonly dependencies: readonly unknown[];
  readonly value: unknown;
  readonly problems: readonly GeometryProblem[];
}

/** A value that is being made. */
interface Making {
  varies: boolean;
  readonly problems: GeometryProblem[];
  /** Names of the values that are made for it. */
  readonly parts: string[];
}

/**
 * Values that are made of the attributes of a prim. One is made again only if it reads an attribute that may vary over time, or if what it
 * depends on is another object.
 *
 * ```ts
 * const kept = new KeptValues();
 * kept.value("topology", [], () => {
 *   if (mayVary(attribute)) kept.varies();
 *   return …;
 * });
 * ```
 */
export class KeptValues {
  readonly #values: Map<string, KeptValue> = new Map();
  readonly #making: Making[] = [];
  #problems: GeometryProblem[] = [];

  /** Returns a value, and adds the problems that were noted while it was made to `problems`. */
  value<T>(name: string, dependencies: readonly unknown[], make: () => T): T {
    const known = this.#values.get(name);
    const isSame = known?.dependencies.every((each, i) => each === dependencies[i]) === true;
    if (known !== undefined && isSame) {
      this.#note(known.problems);
      // Made by a function of the same name.
      return known.value as T;
    }
    const making: Making = { varies: false, problems: [], parts: [] };
    this.#making.push(making);
    let value: T;
    try {
      value = make();
    } finally {
      this.#making.pop();
    }
    this.#note(making.problems);
    if (making.varies) this.#values.delete(name);
    else {
      // It never changes: what it is made of is not needed any more.
      for (const part of making.parts) this.#values.delete(part);
      this.#values.set(name, { dependencies, value, problems: making.problems });
      this.#making.at(-1)?.parts.push(name);
    }
    return value;
  }

  /** Whether a value was made that does not vary. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Notes that what is being made varies over time. */
  varies(): void {
    for (const making of this.#making) making.varies = true;
  }

  /** Notes a problem of what is being made. */
  problem(problem: GeometryProblem): void {
    this.#note([problem]);
  }

  /** Returns the problems since the last call. */
  takeProblems(): readonly GeometryProblem[] {
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  #note(problems: readonly GeometryProblem[]): void {
    const list = this.#making.at(-1)?.problems ?? this.#problems;
    for (const problem of problems) list.push(problem);
  }
}
