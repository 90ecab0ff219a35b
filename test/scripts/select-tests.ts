/** The files and the names of tests that the arguments of a run select, as for `vitest run`. */
export interface Selection {
  /** Parts of paths of test files. */
  readonly files: readonly string[];
  /** A regular expression for names of tests; undefined selects all. */
  readonly namePattern: string | undefined;
}

/**
 * Divides the names given to `test` into parts of paths and names of tests: a name that is part of no path of a test
 * file selects the tests whose name contains it, such as those of a rule, `payload-required`.
 *
 * @throws {Error} for what looks like a path and is part of none: as a name it would deselect all other tests
 */
export function selectTests(names: readonly string[], testFiles: readonly string[]): Selection {
  const isPath = (name: string): boolean => testFiles.some((file) => file.includes(name));
  const missing = names.find((name) => /^(?:\.|packages\/|test\/)/u.test(name) && !isPath(name));
  if (missing !== undefined) throw new Error(`No test file has ${JSON.stringify(missing)} in its path`);
  const others = names.filter((name) => !isPath(name)).map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&"));
  return {
    files: names.filter(isPath),
    namePattern: others.length === 0 ? undefined : others.join("|"),
  };
}
