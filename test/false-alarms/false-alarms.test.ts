// Valid scenes of the service's dialect, in many styles: none may have a warning. `x.realtime.usda` is a
// scene for a stream; `x.1.patch.usda` is a patch of `x.usda`. `exported-…` were written by the reference library (export.py).

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkScene, fixScene, type CheckOptions } from "../../packages/validate/src/index.ts";

const folders = ["scenes", "../scenes"].map((folder) => join(import.meta.dirname, folder));
// Scenes that are meant to have findings.
const flawed = /\.broken\.usda$|camera-variants\.usda$/;
const files = folders.flatMap((folder) =>
  globSync("*.usda", { cwd: folder })
    .filter((name) => !flawed.test(name))
    .toSorted()
    .map((name) => join(folder, name)),
);

function optionsOf(file: string): CheckOptions {
  const patched = /^(?<scene>.*)\.\d+\.patch\.usda$/.exec(file)?.groups?.["scene"];
  if (patched !== undefined) return { profile: "auto", base: readFileSync(`${patched}.usda`) };
  return { profile: file.endsWith(".realtime.usda") ? "realtime" : "auto" };
}

test("there are enough scenes", () => {
  expect(files.length).toBeGreaterThanOrEqual(36);
  expect(files.filter((file) => /patch/.test(file)).length).toBeGreaterThanOrEqual(6);
});

describe.each(files)("%s", (file) => {
  const source = readFileSync(file);
  const options = optionsOf(file);

  test("has no errors or warnings", () => {
    const { findings, parsedWhole } = checkScene(source, options);
    const alarms = findings.filter(({ severity }) => severity !== "info");
    expect(alarms.map(({ rule, message, start }) => `${start.line}:${start.column} ${rule}: ${message}`)).toEqual([]);
    expect(parsedWhole).toBe(true);
  });
  test("is checked with the detected profile", () => {
    const { profile } = checkScene(source, options);
    expect(profile).toBe(/\.patch\./.test(file) ? "patch" : (options.profile ?? "auto").replace("auto", "offline"));
  });
  test("has no fixes", () => {
    expect(fixScene(source, { ...options, unsafe: true }).applied).toBe(0);
  });
});
