// Bundles the extension and the server, and packs them with the grammar to an archive that VS Code installs:
//
//   npx -y pnpm@12 --filter usdkit-usda run vsix

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { zipSync } from "fflate";
import { contentTypes, installedManifest, vsixManifest, type ExtensionManifest } from "./vsix-manifest.ts";

const folder = resolve(import.meta.dirname, "..");
const dist = join(folder, "dist");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as ExtensionManifest;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await bundle("src/extension.ts", "extension.cjs", "cjs");
await bundle("../language-server/src/bin/usda-language-server.ts", "server.mjs", "esm");

const files = [
  "README.md",
  "language-configuration.json",
  "syntaxes/usda.tmLanguage.json",
  "dist/extension.cjs",
  "dist/server.mjs",
];
const entries: Record<string, Uint8Array> = {
  "[Content_Types].xml": text(contentTypes),
  "extension.vsixmanifest": text(vsixManifest(manifest)),
  "extension/package.json": text(`${JSON.stringify(installedManifest(manifest), undefined, 2)}\n`),
  "extension/LICENSE.txt": readFileSync(join(folder, "../../LICENSE")),
};
for (const file of files) entries[`extension/${file}`] = readFileSync(join(folder, file));
// The same bytes for the same sources.
const archive = zipSync(entries, { level: 9, mtime: new Date(2000, 0, 1) });
const name = `${manifest.name}-${manifest.version}.vsix`;
writeFileSync(join(dist, name), archive);
console.log(`Built ${name} (${(archive.length / 1e6).toFixed(2)} MB).`);

async function bundle(input: string, file: string, format: "cjs" | "esm"): Promise<void> {
  const build = await rolldown({
    cwd: folder,
    input,
    platform: "node",
    external: ["vscode"],
    transform: { target: "node22.12" },
    onLog(level, log, handle) {
      // The client's libraries are CommonJS with requires of their own.
      if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT" && log.code !== "EMPTY_IMPORT_META") handle(level, log);
    },
  });
  // One file: what is loaded later is in it, too.
  await build.write({ file: join(dist, file), format, codeSplitting: false, minify: true });
  await build.close();
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}
