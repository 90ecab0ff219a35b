// Tests without VS Code: the manifest, the archive's manifests, and the preview's URL.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentTypes, installedManifest, vsixManifest, type ExtensionManifest } from "../scripts/vsix-manifest.ts";
import { describeLayer } from "./describe-layer.ts";
import { viewAddress } from "./preview/view-address.ts";

const folder = join(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as ExtensionManifest & {
  contributes: { commands: { command: string }[]; menus: Record<string, { command: string; alt?: string }[]> };
};

test("every command of the manifest is registered", () => {
  const sources = globSync("src/**/*.ts", { cwd: folder })
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  for (const { command } of manifest.contributes.commands) expect(sources).toContain(`registerCommand("${command}"`);
});

test("menus have only commands of the manifest", () => {
  const known = manifest.contributes.commands.map(({ command }) => command);
  const used = Object.values(manifest.contributes.menus).flat();
  expect(used.length).toBeGreaterThan(5);
  for (const { command, alt = command } of used) expect(known).toEqual(expect.arrayContaining([command, alt]));
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

test.each([
  [{ text: '#usda 1.0\ndef "A"\n{\n}\n' }, '#usda 1.0\ndef "A"\n{\n}\n'],
  [{ text: "#usda 1.0\n", problem: "The file is\r\ndamaged." }, "#usda 1.0\n# The file is  damaged.\n"],
  [{ text: '#usda 1.0\n\ndef "A"\n', problem: "cut" }, '#usda 1.0\n# cut\n\ndef "A"\n'],
  [{ problem: "No such file." }, "#usda 1.0\n# No such file.\n"],
  [{}, "#usda 1.0\n# The layer cannot be shown.\n"],
])("the text of a layer in %j", (answer, text) => {
  expect(describeLayer(answer)).toBe(text);
});
