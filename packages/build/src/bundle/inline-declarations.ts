// Declarations of our packages inside of a package that does not depend on them: a command whose code is inlined would
// install them, and what they depend on, for its types alone.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

const SPECIFIER = /(from\s*|import\s*\(\s*)(["'])([^"']+)\2/g;
/** An import or export of names from a package. */
const NAMED = /^(import|export)( type)? \{([^{}]*)\} from (["'])(@[^"']+)\4;/gm;
/** An export of names from another file. */
const EXPORTED = /^export(?: type)? \{([^{}]*)\} from (["'])([^"']+)\2;/gm;

/**
 * Copies what the declaration `entry` in `dist` imports from other packages of `packages` to `dist/types`, and makes the
 * specifiers relative. Only declarations that are reached are copied: a name is imported from the file that declares it, as the
 * entry of its package leads to all others.
 */
export function inlineDeclarations(dist: string, entry: string, packages: ReadonlyMap<string, string>): void {
  /** Sources of declarations → where each goes. */
  const targets = new Map<string, string>([[join(dist, entry), join(dist, entry)]]);
  // A map visits also what is added while it is walked.
  for (const [from, to] of targets) {
    const text = read(from).replace(/\/\/# sourceMappingURL=.*\s*$/, "");
    const inlined = withDirectImports(text, packages).replaceAll(
      SPECIFIER,
      (whole, before: string, quote: string, specifier: string) => {
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
      },
    );
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, inlined);
  }
}

function read(file: string): string {
  if (!existsSync(file)) throw new Error(`${file} is missing: a declaration imports it`);
  return readFileSync(file, "utf8");
}

/** Returns the declaration that a specifier means; undefined if it is of another's package. */
function sourceOf(from: string, specifier: string, packages: ReadonlyMap<string, string>): string | undefined {
  // Absolute: the declaration of a name, as `withDirectImports` found it.
  if (isAbsolute(specifier)) return resolve(specifier);
  if (specifier.startsWith(".")) return join(dirname(from), specifier.replace(/\.(?:ts|js)$/, ".d.ts"));
  const folder = packages.get(specifier);
  return folder === undefined ? undefined : join(folder, "dist/index.d.ts");
}

/** Imports each name of a package from the file that declares it, by its absolute path. */
function withDirectImports(text: string, packages: ReadonlyMap<string, string>): string {
  return text.replaceAll(NAMED, (whole: string, ...groups: readonly (string | undefined)[]) => {
    const [keyword = "", type = "", names = "", , name = ""] = groups;
    const entry = sourceOf("", name, packages);
    if (entry === undefined) return whole;
    const statements = listOf(names).map(({ prefix, name: wanted, alias }) => {
      const found = declarationOf(wanted, entry, packages);
      const item = found.name === alias ? alias : `${found.name} as ${alias}`;
      return `${keyword}${type} { ${prefix}${item} } from "${found.file.replaceAll(sep, "/")}";`;
    });
    return statements.join("\n");
  });
}

/** Returns the file that declares what the file `entry` exports by a name, and its name there. */
function declarationOf(
  name: string,
  entry: string,
  packages: ReadonlyMap<string, string>,
): { readonly file: string; readonly name: string } {
  for (const [, names = "", , specifier = ""] of read(entry).matchAll(EXPORTED)) {
    const item = listOf(names).find(({ alias }) => alias === name);
    if (item === undefined) continue;
    const source = sourceOf(entry, specifier, packages);
    return source === undefined ? { file: entry, name } : declarationOf(item.name, source, packages);
  }
  return { file: entry, name };
}

/** Reads `type A as B, C`. */
function listOf(names: string): readonly { readonly prefix: string; readonly name: string; readonly alias: string }[] {
  return names
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => {
      const [, prefix = "", name = item, alias = name] = /^(type )?(\S+)(?: as (\S+))?$/.exec(item) ?? [];
      return { prefix, name, alias };
    });
}
