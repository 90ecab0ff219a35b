// Bundles the extension and the server, and packs them with the grammar to an archive that VS Code installs:
//
//   npx -y pnpm@12 --filter usdkit-usda run vsix [ARCHIVE]
//
// The archive is written to `dist`, or to the given path.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { zipSync } from "fflate";
import { bundlePreview } from "../../view/src/bundle/bundle-preview.ts";
import { leaveOutChevrotain } from "@usdkit/build/bundle/leave-out-chevrotain";
import { thirdPartyLicenses } from "@usdkit/build/bundle/third-party-licenses";
import { contentTypes, installedManifest, vsixManifest, type ExtensionManifest } from "./vsix-manifest.ts";

/** An archive of this size has parts twice, or parts that it does not need. */
const MAX_BYTES = 3_500_000;

const folder = resolve(import.meta.dirname, "..");
const dist = join(folder, "dist");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as ExtensionManifest;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const extension = await bundle("src/extension.ts", "extension.cjs", "cjs");
const server = await bundle("../language-server/src/bin/usda-language-server.ts", "server.mjs", "esm");
const page = await bundlePreview();
mkdirSync(join(dist, "preview"));
const preview = Array.from(page.files, ([name, { content }]) => {
  writeFileSync(join(dist, "preview", name), content);
  return `dist/preview/${name}`;
});

const files = [
  "README.md",
  "language-configuration.json",
  "syntaxes/usda.tmLanguage.json",
  "dist/extension.cjs",
  "dist/server.mjs",
  ...preview,
];
const entries: Record<string, Uint8Array> = {
  "[Content_Types].xml": text(contentTypes),
  "extension.vsixmanifest": text(vsixManifest(manifest)),
  "extension/package.json": text(`${JSON.stringify(installedManifest(manifest), undefined, 2)}\n`),
  "extension/LICENSE.txt": readFileSync(join(folder, "../../LICENSE")),
  "extension/THIRD-PARTY-LICENSES.txt": text(thirdPartyLicenses([...extension, ...server, ...page.chunks])),
};
for (const name of files) entries[`extension/${name}`] = readFileSync(join(folder, name));
// The same bytes for the same sources.
const archive = zipSync(entries, { level: 9, mtime: new Date(2000, 0, 1) });
if (archive.length > MAX_BYTES) throw new Error(`the archive has ${archive.length} bytes; the limit is ${MAX_BYTES}`);
const file = resolve(process.argv[2] ?? join(dist, `${manifest.name}-${manifest.version}.vsix`));
writeFileSync(file, archive);
console.log(`Built ${basename(file)} (${(archive.length / 1e6).toFixed(2)} MB).`);

async function bundle(input: string, file: string, format: "cjs" | "esm"): Promise<readonly OutputChunk[]> {
  const build = await rolldown({
    cwd: folder,
    input,
    platform: "node",
    external: ["vscode"],
    transform: { target: "node22.12" },
    plugins: [leaveOutChevrotain()],
    onLog(level, log, handle) {
      // The client's libraries are CommonJS with requires of their own.
      if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT" && log.code !== "EMPTY_IMPORT_META") handle(level, log);
    },
  });
  // One file: what is loaded later is in it, too.
  const { output } = await build.write({ file: join(dist, file), format, codeSplitting: false, minify: true });
  await build.close();
  return output.filter((item) => item.type === "chunk");
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}
