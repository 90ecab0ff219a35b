// Campaign in CI: The guide to scene and image tests, as a reader follows it: its files in a new project, with real vitest processes
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, afterAll, expect, test } from "vitest";
import { VitestProject } from "../../packages/testing/src/test-support/vitest-project.ts";
import { chairGlb } from "../demo/models.ts";
import { readBlocks, root } from "./blocks/read-blocks.ts";

const blocks = readBlocks("docs/guides/scene-and-image-tests.md");
const codeOf = (language: string): string[] =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);
const [config = "", test_ = ""] = codeOf("ts");

let project: VitestProject;
beforeAll(() => {
  project = new VitestProject({ "vitest.config.ts": config, "room.test.ts": test_ });
  for (const name of ["raster", "scene"]) {
    symlinkSync(join(root, "packages", name), join(project.path, "node_modules/@usdkit", name));
  }
  mkdirSync(join(project.path, "models"));
  writeFileSync(join(project.path, "models/chair.glb"), chairGlb());
});
afterAll(() => project[Symbol.dispose]());

test("golden files are written, compared, and named by a failure", { timeout: 600_000 }, () => {
  const written = project.run([], { CI: "" });
  expect(written.output).toContain("2 passed");
  expect(project.list("golden")).toEqual(["room.png", "room.usda"]);

  project.write("room.test.ts", test_.replace("rotateY(30)", "rotateY(60)"));
  const failed = project.run([], { CI: "true" });
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("/World/Chair");
  const ignored = ["room.diff.png", "room.received.png", "room.received.usda"];
  expect(project.list("golden")).toEqual([...ignored, "room.png", "room.usda"].toSorted());

  // The pages' files of git match these.
  project.write(".gitignore", codeOf("gitignore").join(""));
  project.write(".gitattributes", codeOf("gitattributes").join(""));
  const git = (...args: string[]): string =>
    spawnSync("git", args, { cwd: project.path, encoding: "utf8" }).stdout.trim();
  git("init", "-q");
  const paths = ignored.map((name) => `golden/${name}`);
  expect(git("check-ignore", ...paths, "golden/room.png").split("\n")).toEqual(paths);
  expect(git("check-attr", "filter", "golden/room.png", "models/chair.glb", "golden/room.usda")).toBe(
    ["golden/room.png: filter: lfs", "models/chair.glb: filter: lfs", "golden/room.usda: filter: unspecified"].join(
      "\n",
    ),
  );
});
