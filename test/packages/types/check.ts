// Are the types wrong? For each archive, as TypeScript resolves it from modules, from CommonJS and for bundlers.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { dependencies } = JSON.parse(readFileSync("../package.json", "utf8")) as {
  dependencies: Record<string, string>;
};
/** Packages without CommonJS: they start threads by module URL, or run in a test runner that is ESM. */
const modulesAlone: ReadonlySet<string> = new Set([
  "@usdkit/assets",
  "@usdkit/convert",
  "@usdkit/gateway",
  "@usdkit/language-server",
  "@usdkit/mcp",
  "@usdkit/publish",
  "@usdkit/raster",
  "@usdkit/testing",
  "@usdkit/view",
]);

const wrong: string[] = [];
let checked = 0;
for (const [name, spec] of Object.entries(dependencies)) {
  if (!spec.startsWith("file:")) continue;
  // A command has no types.
  if (name === "@usdkit/spatial-cli") continue;
  const ignored = modulesAlone.has(name) ? ["--ignore-rules", "cjs-resolves-to-esm"] : [];
  // `npm test` finds the command.
  const { status, stdout, stderr } = spawnSync(
    "attw",
    [spec.slice(5), "--profile", "node16", ...ignored, "--no-color", "--no-emoji"],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  checked++;
  if (status !== 0) wrong.push(`${name}:\n${stdout}${stderr}`);
}
if (checked < 10) throw new Error(`only ${checked} packages were checked`);
if (wrong.length > 0) throw new Error(wrong.join("\n"));
