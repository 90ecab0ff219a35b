import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("code that is kept imports other packages without a warning", () => {
  const script = `import { scriptOf } from ${JSON.stringify(new URL("kept-script.ts", import.meta.url).href)};
    const load = scriptOf("(name) => import(name)", process.cwd() + "/code.js").runInThisContext();
    console.log(typeof (await load("node:fs")).readFileSync);
    process.emitWarning("another one");`;
  const args = ["--conditions", "development", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stdout).toBe("function\n");
  expect(stderr).not.toContain("ExperimentalWarning");
  expect(stderr).toContain("another one");
});
