import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { expect, test } from "vitest";

test("files of a bundle load each other once, and other modules without a warning", () => {
  using folder = new TestFolder({
    "main.js": `exports.name = "main"; exports.other = require("./chunks/other.js");`,
    "chunks/other.js": `exports.main = require("../main.js").name; exports.load = () => require("./loader.js").load();`,
    "chunks/loader.js": `const { main } = require("./other.js"); exports.load = async () => [main, (await import("node:os")).EOL.length > 0];`,
  });
  const code = `
    import { Bundle } from ${JSON.stringify(new URL("bundle.ts", import.meta.url).href)};
    const { other } = new Bundle(undefined, "usda").load(${JSON.stringify(join(folder.path, "main.js"))});
    console.log(JSON.stringify(await other.load()));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(['["main",true]\n', ""]);
});
