// What Node loads of a package whose `exports` have a condition `node`: its own modules in one file, `dist/node.js`. V8 loads
// an imported constant from a cell at each use and makes one of the same module part of the machine code, so hot loops over
// bytes and tokens are faster in one file. Bundlers take the modules, of which they leave out more, and make one file anyway.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import type { PublishedExports } from "./build-commonjs.ts";

/** Returns whether the package itself (`.`) has a file for Node. */
export function hasNodeEntry(exports: PublishedExports): boolean {
  const main = exports["."];
  return typeof main === "object" && "node" in main;
}

/** Writes `dist/node.js` from `dist/index.js`; what is not of the package stays an import. */
export async function bundleForNode(folder: string): Promise<void> {
  const dist = join(folder, "dist");
  const build = await rolldown({
    cwd: folder,
    input: { node: join(dist, "index.js") },
    platform: "node",
    external: (id) => !/^(?:[./]|[A-Za-z]:[\\/])/.test(id),
    onLog(level, log) {
      throw new Error(`${folder}: ${level}: ${log.code}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir: dist,
    format: "esm",
    entryFileNames: "[name].js",
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
  await build.close();
  if (output.length !== 1) throw new Error(`${folder}: expected one file for Node, found ${output.length}`);
  writeFileSync(join(dist, "node.d.ts"), 'export * from "./index.js";\n');
}
