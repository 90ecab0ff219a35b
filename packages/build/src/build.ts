// Makes what would be published: for every package ESM and declarations in dist, for some entry points one file in place of
// a hundred, and for those with commands one bundle per command, everything inlined, since most of a short run is start-up. What a command imports with `import()` becomes
// a separate chunk and is loaded only by the call that needs it.

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { bundlePage } from "@usdkit/view/bundle-page";
import { buildCommonJs, commonJsEntries, type PublishedExports } from "./bundle/build-commonjs.ts";
import { inlineDeclarations } from "./bundle/inline-declarations.ts";
import { bundleForNode, nodeEntries } from "./bundle/bundle-for-node.ts";
import { OLDEST_NODE, bundleCommands } from "./bundle/bundle-commands.ts";
import { compileKernel, kernels } from "./kernels/kernels.ts";
import { leaveOutChevrotain } from "./bundle/leave-out-chevrotain.ts";
import { thirdPartyLicenses } from "./bundle/third-party-licenses.ts";

interface Manifest {
  name: string;
  version: string;
  license?: string;
  bin?: Record<string, string>;
  publishConfig?: { bin?: Record<string, string>; exports?: PublishedExports };
  dependencies?: Record<string, string>;
}

/**
 * Entry points, by the folder of their package, that are one file with everything inlined: to find and read the files that
 * they are made of, those of zod above all, takes Node longer than to run them.
 */
const inlined: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: { index: "src/index.ts" },
  mcp: { index: "src/index.ts" },
};
/** Those of them that leave packages of ours as they are: who has one of their objects has the package as well. */
const keepsOwn: ReadonlySet<string> = new Set(["mcp"]);
/** What is not JavaScript alone, or brings such: it stays a dependency of who uses it. */
const stays: ReadonlySet<string> = new Set([
  "@gltf-transform/core",
  "@usdkit/assets",
  "@usdkit/convert",
  "@usdkit/publish",
  "@usdkit/raster",
  "pg",
  "pg-boss",
  "sharp",
]);

const root = resolve(import.meta.dirname, "../../..");
const configs = globSync("packages/*/tsconfig.build.json", { cwd: root }).toSorted();

for (const kernel of kernels) {
  const file = join(root, kernel.output);
  if (readFileSync(file, "utf8") !== (await compileKernel(kernel))) {
    throw new Error(`${kernel.output} is not what ${kernel.source} compiles to: run \`npx -y pnpm@12 run kernels\``);
  }
}
for (const config of configs) rmSync(join(root, dirname(config), "dist"), { recursive: true, force: true });
const tsc = join(root, "node_modules/typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "--build", ...configs], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(1);

/** Name of a package → its folder. */
const packages: ReadonlyMap<string, string> = new Map(
  configs.map((config) => {
    const folder = join(root, dirname(config));
    return [readManifest(folder).name, folder];
  }),
);

for (const config of configs) {
  const folder = join(root, dirname(config));
  const { name, bin, publishConfig, dependencies } = readManifest(folder);
  if (bin !== undefined) await bundle(folder, bin, publishConfig?.bin ?? {});
  if (basename(folder) === "view") await writePage(join(folder, "dist/page"));
  const entries = inlined[basename(folder)];
  if (entries !== undefined) await inline(folder, entries);
  // A command that inlines its code has no dependencies that provide types.
  if (publishConfig?.exports?.["."] !== undefined && dependencies === undefined && bin !== undefined)
    inlineDeclarations(join(folder, "dist"), "index.d.ts", packages);
  const forNode = nodeEntries(publishConfig?.exports ?? {});
  if (forNode.length > 0) await bundleForNode(folder, forNode);
  const commonJs = commonJsEntries(publishConfig?.exports ?? {});
  if (commonJs.length > 0) {
    const chunks = await buildCommonJs(folder, commonJs);
    const texts = thirdPartyLicenses(chunks);
    if (texts !== "") writeFileSync(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), texts);
  }
  console.log(`Built ${name}.`);
}

/** Bundles the commands `sources` (name → source file) to the files of the same names in `outputs`. */
async function bundle(folder: string, sources: Record<string, string>, outputs: Record<string, string>): Promise<void> {
  const dir = join(folder, "dist/bin");
  const startsFast = existsSync(join(folder, "src/bin/every-run.ts"));
  const chunks = startsFast
    ? await bundleCommands(folder, Object.keys(sources), dir)
    : await bundleModules(folder, sources, dir);

  const files = new Set(chunks.map((chunk) => chunk.fileName));
  const { dependencies = {} } = readManifest(folder);
  const isKnown = (name: string): boolean =>
    isBuiltin(name) || files.has(name) || (stays.has(name) && name in dependencies);
  for (const { fileName, imports, dynamicImports } of chunks) {
    const left = [...imports, ...dynamicImports].filter((name) => !isKnown(name));
    if (left.length > 0) throw new Error(`${fileName}: not inlined: ${left.join(", ")}`);
  }
  for (const name of Object.keys(sources)) {
    const file = resolve(folder, outputs[name] ?? `no output for ${name}`);
    if (!existsSync(file)) throw new Error(`publishConfig.bin names ${file}, which the build does not make`);
    if (!readFileSync(file, "utf8").startsWith("#!/usr/bin/env node\n")) throw new Error(`${file}: no shebang`);
    chmodSync(file, 0o755);
  }
  writeFileSync(join(dir, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses(chunks));
}

/** Writes the files of the page of `usda view`, and the licences of what its modules contain. */
async function writePage(dir: string): Promise<void> {
  const { files, chunks } = await bundlePage();
  for (const [name, { content }] of files) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
  writeFileSync(join(dir, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses(chunks));
}

/** Puts the entry points of a package and all that they import into one file each, under the names that they have without it. */
async function inline(folder: string, entries: Readonly<Record<string, string>>): Promise<void> {
  const dir = join(folder, "dist");
  const { dependencies = {} } = readManifest(folder);
  const isKept = keepsOwn.has(basename(folder));
  const own = Object.keys(dependencies).filter((name) => isKept && name.startsWith("@usdkit/"));
  const isOwn = (id: string): boolean => own.some((name) => id === name || id.startsWith(`${name}/`));
  const chunks = await bundleModules(folder, entries, dir, { minify: isKept, isExternal: isOwn });
  const names = new Set(chunks.map((chunk) => chunk.fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const left = [...imports, ...dynamicImports].filter((name) => !isBuiltin(name) && !names.has(name) && !isOwn(name));
    if (left.length > 0) throw new Error(`${fileName}: not inlined: ${left.join(", ")}`);
  }
  writeFileSync(join(dir, "THIRD-PARTY-LICENSES.txt"), thirdPartyLicenses(chunks));
}

/** As modules, and chunks for what they share. */
async function bundleModules(
  folder: string,
  input: Record<string, string>,
  dir: string,
  { minify = true, isExternal }: { readonly minify?: boolean; readonly isExternal?: (id: string) => boolean } = {},
): Promise<OutputChunk[]> {
  const build = await rolldown({
    cwd: folder,
    input,
    platform: "node",
    transform: { target: OLDEST_NODE },
    external: (id) => stays.has(id) || isExternal?.(id) === true,
    plugins: [leaveOutChevrotain()],
    onLog(level, log) {
      throw new Error(`${folder}: ${level}: ${log.message}`);
    },
  });
  const { output } = await build.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    minify: minify && { compress: true, mangle: true, codegen: { removeWhitespace: true } },
  });
  await build.close();
  return output.filter((item) => item.type === "chunk");
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
