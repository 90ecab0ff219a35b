// What Node loads of a package whose `exports` have a condition `node`: its own modules in one file, `dist/node.js`. V8 loads
// an imported constant from a cell at each use and makes one of the same module part of the machine code, so hot loops over
// bytes and tokens are faster in one file, and Node finds and reads one file in place of hundreds. Further entry points of the
// package are in `dist/node`, with what they have in common. Bundlers take the modules, of which they leave out more, and make
// one file anyway.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import type { PublishedExports } from "./build-commonjs.ts";

/** An entry point of a package that has a file for Node; paths without extension in `dist`. */
interface NodeEntry {
  readonly modules: string;
  readonly output: string;
}

/** Returns the entry points that have a file for Node. */
export function nodeEntries(exports: PublishedExports): readonly NodeEntry[] {
  return Object.values(exports).flatMap((target) => {
    if (typeof target !== "object" || typeof target["node"] !== "object" || target["node"] === null) return [];
    const [output, modules] = [(target["node"] as { readonly default?: unknown }).default, target["default"]].map(
      (file) => String(file).replace(/^\.\/dist\/(.*)\.js$/, "$1"),
    );
    return [{ modules, output }];
  });
}

/** Writes the files for Node from the modules in `dist`; what is not of the package stays an import. */
export async function bundleForNode(folder: string, entries: readonly NodeEntry[]): Promise<void> {
  const dist = join(folder, "dist");
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map(({ modules, output }) => [output, join(dist, `${modules}.js`)])),
    platform: "node",
    // What starts with "#" is a file of the package for one platform.
    external: (id) => !/^(?:[./#]|[A-Za-z]:[\\/])/.test(id),
    onLog(level, log) {
      throw new Error(`${folder}: ${level}: ${log.code}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "node/[name]-[hash].js",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  if (entries.length === 1 && output.length !== 1) {
    throw new Error(`${folder}: expected one file for Node, found ${output.length}`);
  }
  for (const { modules, output: name } of entries) {
    const file = join(dist, `${name}.d.ts`);
    const from = relative(dirname(file), join(dist, `${modules}.js`)).replaceAll("\\", "/");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export * from "${from.startsWith(".") ? from : `./${from}`}";\n`);
  }
}
