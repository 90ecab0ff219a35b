/** The arguments and results of matchers: the part that vitest and jest share. */

/** `this` of a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean | undefined;
  /** The file of the running test. */
  readonly testPath?: string | undefined;
  /** Its name, preceded by those of its suites. */
  readonly currentTestName?: string | undefined;
  /** The runner's snapshot state: whether snapshots are written, and how many were. */
  readonly snapshotState?: unknown;
}

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Returns the message of a failure. */
  readonly message: () => string;
}

/** A matcher: the runner passes `this`, the test passes the arguments. */
export type Matcher<Expected extends readonly unknown[], Result = MatcherResult> = (
  this: MatcherContext,
  received: unknown,
  ...expected: Expected
) => Result;

/** `expect(scene).not.toHavePrim("/A")` */
export function heading({ isNot }: MatcherContext, name: string, argument: string): string {
  return `expect(scene)${isNot === true ? ".not" : ""}.${name}(${argument})`;
}

/** Returns a failure, also under `.not`. */
export function failure({ isNot }: MatcherContext, message: () => string): MatcherResult {
  return { pass: isNot === true, message };
}
