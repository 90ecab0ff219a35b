// The commands of the guide to the client, in this process against the model of the service; test/docs/code-blocks.deep.test.ts
// runs its programs.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskInProcess } from "../../packages/spatial-cli/src/test-support/run-in-process.ts";
import { chairGlb } from "../demo/models.ts";
import { readBlocks } from "./blocks/read-blocks.ts";
import { splitCommands } from "./blocks/shell.ts";
import { chairScene } from "./setups/chair-scene.ts";

const commands = readBlocks("docs/guides/client.md")
  .filter(({ language }) => language === "sh")
  .flatMap(({ code }) => splitCommands(code))
  .filter(([runner, name]) => runner === "npx" && name === "spatial")
  .map(([, , ...args]) => args);

test("the guide has the commands of every area", () => {
  expect(new Set(commands.map(([name]) => name))).toEqual(new Set(["mesh", "render", "stream", "world", "gen3d"]));
});

test.each(commands.map((args) => [args.join(" "), args] as const))("spatial %s", async (_, args) => {
  const desk = deskInProcess();
  mkdirSync(join(desk.folder, "models"));
  desk.file("models/chair.glb", chairGlb());
  desk.file("scene.usda", chairScene().toBytes());
  const { code, stderr } = await desk.run(args);
  expect({ code, stderr }).toMatchObject({ code: 0 });
});
