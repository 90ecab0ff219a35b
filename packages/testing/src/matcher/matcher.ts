/** What matchers are called with, and give: the part that vitest and jest share. */

/** `this` of a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean | undefined;
  /** The file of the test that runs. */
  readonly testPath?: string | undefined;
  /** The runner's own record of snapshots: whether they are to be written, and how many were. */
  readonly snapshotState?: unknown;
}

/** What a matcher gives. */
export interface MatcherResult {
  readonly pass: boolean;
  /** What to say if that is not what the test wants. */
  readonly message: () => string;
}

/** A matcher: `this` is what the runner gives it, the rest is what the test does. */
export type Matcher<Expected extends readonly unknown[]> = (
  this: MatcherContext,
  received: unknown,
  ...expected: Expected
) => MatcherResult;

/** `expect(scene).not.toHavePrim("/A")` */
export function heading({ isNot }: MatcherContext, name: string, argument: string): string {
  return `expect(scene)${isNot === true ? ".not" : ""}.${name}(${argument})`;
}

/** A failure that `.not` does not turn into a success. */
export function failure({ isNot }: MatcherContext, message: () => string): MatcherResult {
  return { pass: isNot === true, message };
}
