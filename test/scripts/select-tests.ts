/** The files and the names of tests that the arguments of a run select, as for `vitest run`. */
export interface Selection {
  /** Parts of paths of test files; empty for all. */
  readonly files: readonly string[];
  /** A regular expression for names of tests; undefined selects all. */
  readonly namePattern: string | undefined;
}

/**
 * Divides the names given to `test` into parts of paths and names of tests: a name that is part of no path of a test
 * file selects the tests whose name contains it, such as those of a rule, `payload-required`. If that is the name of source
 * files, only the tests of their packages are looked at: Node would import all of them to find their names.
 *
 * @param sourceFiles paths of all files of packages, from the root of the repository
 * @throws {Error} for what looks like a path and is part of none: as a name it would deselect all other tests
 */
export function selectTests(
  names: readonly string[],
  testFiles: readonly string[],
  sourceFiles: readonly string[],
): Selection {
  const isPath = (name: string): boolean => testFiles.some((file) => file.includes(name));
  const missing = names.find((name) => /^(?:\.|packages\/|test\/)/u.test(name) && !isPath(name));
  if (missing !== undefined) throw new Error(`No test file has ${JSON.stringify(missing)} in its path`);
  const others = names.filter((name) => !isPath(name));
  const patterns = others.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&"));
  const packages = others.map((name) => packagesWith(name, sourceFiles));
  return {
    files: [...names.filter(isPath), ...(packages.every(({ length }) => length > 0) ? new Set(packages.flat()) : [])],
    namePattern: patterns.length === 0 ? undefined : patterns.join("|"),
  };
}

/** Returns the folders of the packages that have a source file of a name, such as `packages/validate/`. */
function packagesWith(name: string, sourceFiles: readonly string[]): readonly string[] {
  return sourceFiles
    .filter((file) => file.endsWith(`/${name}.ts`))
    .map((file) => file.slice(0, file.indexOf("/", "packages/".length) + 1));
}
