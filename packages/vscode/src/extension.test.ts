// Tests without VS Code: the manifest, the archive's manifests, and the preview's URL.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentTypes, installedManifest, vsixManifest, type ExtensionManifest } from "../scripts/vsix-manifest.ts";
import { viewAddress } from "./view-address.ts";

const folder = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as ExtensionManifest & {
  contributes: { commands: { command: string }[] };
};

test("every command of the manifest is registered", () => {
  const sources = ["extension", "binary-layers", "rule-pages", "preview", "render"]
    .map((name) => readFileSync(join(folder, `src/${name}.ts`), "utf8"))
    .join("\n");
  for (const { command } of manifest.contributes.commands) expect(sources).toContain(`registerCommand("${command}"`);
});

test("the installed manifest has what VS Code reads, and nothing of the workspace", () => {
  const installed = installedManifest(manifest);
  expect(Object.keys(installed)).toEqual(
    expect.arrayContaining(["name", "publisher", "version", "engines", "main", "contributes"]),
  );
  for (const key of ["dependencies", "devDependencies"]) expect(installed).not.toHaveProperty(key);
  // The bundle is CommonJS.
  expect(installed).not.toHaveProperty("type");
});

test("names in the archive's manifest are escaped", () => {
  const text = vsixManifest({ ...manifest, displayName: `a<b>&"c"` });
  expect(text).toContain("<DisplayName>a&lt;b&gt;&amp;&quot;c&quot;</DisplayName>");
  expect(contentTypes).toContain('Extension=".cjs"');
});

test.each([
  ["Serving http://127.0.0.1:4711/ab-_12/ of a.usda\n", "http://127.0.0.1:4711/ab-_12/"],
  ["http://localhost:80/?token=ab12\n", "http://localhost:80/?token=ab12"],
  ["http://evil.example:80/\n", undefined],
  ["http://127.0.0.1:47", undefined],
  ["loading", undefined],
])("the address in %j", (printed, address) => {
  expect(viewAddress(printed)).toBe(address);
});
