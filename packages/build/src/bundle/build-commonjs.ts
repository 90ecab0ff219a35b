// What CommonJS gets: one bundle for each entry point of a package (`index.cjs`), and declarations of the same content
// (`index.d.cts`). Node itself loads the modules with `require`, by the condition `module-sync`; the bundles are for what
// cannot (jest without flags, older bundlers), the declarations for TypeScript with `module: node16`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { leaveOutChevrotain } from "./leave-out-chevrotain.ts";

/** Packages of others without a form that `require` takes everywhere. */
const INLINED = /^(?:chevrotain$|@chevrotain\/|gl-matrix\/)/u;

export interface PublishedExports {
  readonly [key: string]: string | { readonly [condition: string]: unknown };
}

/** Returns the entry points of `exports` that have a form for `require`: the file without extension in `dist`. */
export function commonJsEntries(exports: PublishedExports): readonly string[] {
  return Object.values(exports).flatMap((target) => {
    const required = typeof target === "object" ? target["require"] : undefined;
    if (typeof required !== "object" || required === null || !("default" in required)) return [];
    return String(required.default)
      .replace(/^\.\/dist\//, "")
      .replace(/\.cjs$/, "");
  });
}

/** Writes the bundles and declarations of `entries` next to the modules in `dist`, and returns what was bundled. */
export async function buildCommonJs(folder: string, entries: readonly string[]): Promise<OutputChunk[]> {
  const dist = join(folder, "dist");
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: "node",
    external: (id) => isExternal(id),
    plugins: [leaveOutChevrotain()],
    onLog(level, log) {
      throw new Error(`${folder}: ${level}: ${log.code}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: dist,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "commonjs/[name]-[hash].cjs",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  for (const entry of entries) copyDeclarations(dist, `${entry}.d.ts`);
  return output.filter((item) => item.type === "chunk");
}

function isExternal(id: string): boolean {
  return isBuiltin(id) || (!/^[./#]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id) && !INLINED.test(id));
}

const SPECIFIER = /(from\s*|import\s*\(\s*|import\s+)(["'])(\.[^"']+)\.(?:ts|js)\2/g;

/** Copies a declaration and all that it imports from its package, as CommonJS: `x.d.ts` to `x.d.cts`. */
function copyDeclarations(dist: string, first: string): void {
  const files = new Set([first]);
  // A set visits also what is added while it is walked.
  for (const file of files) {
    const from = join(dist, file);
    if (!existsSync(from)) throw new Error(`${from} is missing: a declaration imports it`);
    const text = readFileSync(from, "utf8").replace(/\/\/# sourceMappingURL=.*\s*$/, "");
    const copy = text.replaceAll(SPECIFIER, (_, before: string, quote: string, path: string) => {
      files.add(relative(dist, join(dirname(from), `${path}.d.ts`)));
      return `${before}${quote}${path}.cjs${quote}`;
    });
    const to = join(dist, file.replace(/\.d\.ts$/, ".d.cts"));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, copy);
  }
}
