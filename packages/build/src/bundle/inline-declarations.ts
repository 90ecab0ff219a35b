// Declarations of our packages inside of a package that does not depend on them: a command whose code is inlined would
// install them, and what they depend on, for its types alone.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const SPECIFIER = /(from\s*|import\s*\(\s*)(["'])([^"']+)\2/g;

/**
 * Copies what the declaration `entry` in `dist` imports from other packages of `packages` to `dist/types`, and makes the
 * specifiers relative. Only declarations that are reached are copied.
 */
export function inlineDeclarations(dist: string, entry: string, packages: ReadonlyMap<string, string>): void {
  /** Sources of declarations → where each goes. */
  const targets = new Map<string, string>([[join(dist, entry), join(dist, entry)]]);
  // A map visits also what is added while it is walked.
  for (const [from, to] of targets) {
    if (!existsSync(from)) throw new Error(`${from} is missing: a declaration imports it`);
    const text = readFileSync(from, "utf8").replace(/\/\/# sourceMappingURL=.*\s*$/, "");
    const inlined = text.replaceAll(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
      const source = sourceOf(from, specifier, packages);
      if (source === undefined) return whole;
      const owner = Array.from(packages).find(([, folder]) => source.startsWith(join(folder, "dist") + sep));
      const isOwn = source.startsWith(dist + sep);
      if (owner === undefined && !isOwn) throw new Error(`${from} imports ${specifier}`);
      const target =
        isOwn || owner === undefined
          ? source
          : join(dist, "types", owner[0].replace("@usdkit/", ""), relative(join(owner[1], "dist"), source));
      if (!targets.has(source)) targets.set(source, target);
      const path = relative(dirname(to), target)
        .replaceAll(sep, "/")
        .replace(/\.d\.ts$/, ".js");
      return `${before}${quote}${path.startsWith(".") ? path : `./${path}`}${quote}`;
    });
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, inlined);
  }
}

/** Returns the declaration that a specifier means; undefined if it is of another's package. */
function sourceOf(from: string, specifier: string, packages: ReadonlyMap<string, string>): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier.replace(/\.(?:ts|js)$/, ".d.ts"));
  const folder = packages.get(specifier);
  return folder === undefined ? undefined : join(folder, "dist/index.d.ts");
}
