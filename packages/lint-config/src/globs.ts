/** Globs of a configuration: as in gitignore (a glob without `/` matches names, `!` negates), with picomatch's syntax. */

export type Globs = (file: string) => boolean;

/** Loads picomatch only if a configuration has globs. */
export async function compileGlobs(patterns: readonly string[]): Promise<Globs> {
  if (patterns.length === 0) return () => false;
  const { default: picomatch } = await import("picomatch");
  const steps = patterns.map((pattern) => {
    const takesBack = pattern.startsWith("!");
    const body = takesBack ? pattern.slice(1) : pattern;
    const isFolder = body.endsWith("/");
    const glob = body.replace(/^\.?\//, "").replace(/\/$/, "");
    // A slash before the end ties the glob to the configuration's folder.
    const tied = body.slice(0, -1).includes("/") ? glob : `**/${glob}`;
    const below = `${tied}/**/*`;
    const matches = picomatch(isFolder ? below : [tied, below], { dot: true, nonegate: true });
    return { takesBack, matches: (file: string): boolean => matches(file) };
  });
  return (file) => {
    let result = false;
    for (const { takesBack, matches } of steps) if (result === takesBack && matches(file)) result = !takesBack;
    return result;
  };
}
