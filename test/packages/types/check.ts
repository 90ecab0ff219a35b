// Are the types wrong? For each archive, as TypeScript resolves it from modules, from CommonJS and for bundlers.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
/** Packages without CommonJS: they start threads by module URL, or run in a test runner that is ESM. */
const modulesAlone: ReadonlySet<string> = new Set([
  "@usdkit/gateway",
  "@usdkit/language-server",
  "@usdkit/raster",
  "@usdkit/testing",
  "@usdkit/view",
]);

const wrong: string[] = [];
for (const [name, spec] of Object.entries(dependencies)) {
  if (!spec.startsWith("file:")) continue;
  // A command has no types.
  if (name === "@usdkit/spatial-cli") continue;
  const ignored = modulesAlone.has(name) ? ["--ignore-rules", "cjs-resolves-to-esm"] : [];
  const args = ["node_modules/@arethetypeswrong/cli/dist/index.js", spec.slice(5), "--profile", "node16", ...ignored];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, "--no-color", "--no-emoji"], {
    encoding: "utf8",
  });
  if (status !== 0) wrong.push(`${name}:\n${stdout}${stderr}`);
}
if (wrong.length > 0) throw new Error(wrong.join("\n"));
