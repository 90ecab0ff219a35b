/** What matchers are called with, and what they return: the part that vitest and jest share. */

/** `this` of a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean | undefined;
  /** The file of the test that runs. */
  readonly testPath?: string | undefined;
  /** Its name, those of its suites before it. */
  readonly currentTestName?: string | undefined;
  /** The runner's own record of snapshots: whether they are written, and how many were. */
  readonly snapshotState?: unknown;
}

/** What a matcher returns. */
export interface MatcherResult {
  readonly pass: boolean;
  /** Returns the message of a failure. */
  readonly message: () => string;
}

/** A matcher: the runner passes `this`, the test everything else. */
export type Matcher<Expected extends readonly unknown[], Result = MatcherResult> = (
  this: MatcherContext,
  received: unknown,
  ...expected: Expected
) => Result;

/** `expect(scene).not.toHavePrim("/A")` */
export function heading({ isNot }: MatcherContext, name: string, argument: string): string {
  return `expect(scene)${isNot === true ? ".not" : ""}.${name}(${argument})`;
}

/** A failure that `.not` does not turn into a success. */
export function failure({ isNot }: MatcherContext, message: () => string): MatcherResult {
  return { pass: isNot === true, message };
}
