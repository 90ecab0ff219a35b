import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { writeUsdc } from "@usdkit/usdc";
import { parseUsda } from "@usdkit/usda";
import { writePackage } from "@usdkit/usdz";
import { afterAll, afterEach, expect, test } from "vitest";
import type { StageChanges } from "../change/changed-prims.ts";
import { Stage } from "../stage/stage.ts";
import { StageValues } from "../values/stage-values.ts";
import { fileResolver } from "./file-resolver.ts";
import { SaveError } from "./save-files.ts";
import { saveStage } from "./save-stage.ts";
import { watchStage, type FileConflict, type StageWatcher } from "./watch-stage.ts";

const folders = mkdtempSync(join(tmpdir(), "usdkit-live-"));
const watchers: StageWatcher[] = [];
afterEach(() => watchers.splice(0).forEach((each) => each.close()));
afterAll(() => rmSync(folders, { recursive: true }));

const header = "#usda 1.0\n";
const SHOT = `${header}(
    subLayers = [@./look.usda@]
)
def Xform "World"
{
    def "Chair" (
        references = @./chair.usdc@</Chair>
        payload = @./lamp.usda@</Lamp>
    )
    {
    }
}
`;
const LOOK = `${header}over "World"\n{\n    double size = 1 # metres\n}\n`;
const crate = (legs: number): Uint8Array =>
  writeUsdc(parseUsda(`${header}def Xform "Chair"\n{\n    int legs = ${legs}\n}\n`).layer);

/** Writes as editors do: a new file replaces the old one. */
function write(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

interface Opened {
  readonly path: (name: string) => string;
  readonly stage: Stage;
  readonly seen: StageChanges[];
  readonly conflicts: FileConflict[];
  readonly watcher: StageWatcher;
  readonly value: (property: string) => unknown;
}

async function follow(folder = mkdtempSync(join(folders, "stage-")), isNew = true): Promise<Opened> {
  const path = (name: string): string => join(folder, name);
  if (isNew) {
    for (const [name, content] of Object.entries({ "shot.usda": SHOT, "look.usda": LOOK, "chair.usdc": crate(4) }))
      writeFileSync(path(name), content);
  }
  const stage = await Stage.open(path("shot.usda"), { resolver: fileResolver() });
  for (const _ of stage.traverse());
  const seen: StageChanges[] = [];
  const conflicts: FileConflict[] = [];
  const onChange = (changes: StageChanges): void => void seen.push(changes);
  // Events of the system and polls are left out, apart from the test of them.
  const times = { settleTime: 5, pollInterval: 1e9 };
  const watcher = watchStage(stage, { onChange, onConflict: (each) => void conflicts.push(each), ...times });
  watchers.push(watcher);
  const value = (property: string): unknown => {
    const found = new StageValues(stage).value(property).value;
    return found?.kind === "typed" ? found.data : undefined;
  };
  return { path, stage, seen, conflicts, watcher, value };
}

test("a stage follows its layers of any kind without a call", async () => {
  const { path, seen, value } = await follow();
  write(path("look.usda"), LOOK.replace("= 1", "= 2"));
  await expect.poll(() => value("/World.size")).toBe(2);
  expect(seen.flatMap(({ changed }) => changed)).toEqual(["/World.size"]);
  write(path("chair.usdc"), crate(3));
  await expect.poll(() => value("/World/Chair.legs")).toBe(3);
});

test("a file that was missing is followed, and one that is removed", async () => {
  const { path, stage, watcher, value } = await follow();
  expect(stage.problems).toHaveLength(1);
  write(path("lamp.usda"), `${header}def "Lamp"\n{\n    double watts = 40\n}\n`);
  await watcher.check();
  expect(value("/World/Chair.watts")).toBe(40);
  expect(stage.problems).toEqual([]);
  rmSync(path("lamp.usda"));
  await watcher.check();
  expect(value("/World/Chair.watts")).toBe(undefined);
});

test("a file with an error keeps the stage, and the next one is followed", async () => {
  const { path, watcher, seen, value } = await follow();
  write(path("shot.usda"), SHOT.replace("def Xform", "def def"));
  await expect(watcher.check()).rejects.toThrow("Cannot open");
  expect(value("/World.size")).toBe(1);
  watcher.close();
  const again = await follow(path(""), false).catch(() => undefined);
  expect(again).toBe(undefined);
  expect(seen).toEqual([]);
});

test("a package is followed", async () => {
  const { path, watcher, value } = await follow();
  const lamp = (watts: number): Uint8Array =>
    writePackage([{ path: "a.usda", data: encodeUtf8(`${header}def "Lamp"\n{\n    double watts = ${watts}\n}\n`) }]);
  write(path("lamp.usdz"), lamp(40));
  write(path("shot.usda"), SHOT.replace("lamp.usda", "lamp.usdz"));
  await watcher.check();
  expect(value("/World/Chair.watts")).toBe(40);
  write(path("lamp.usdz"), lamp(60));
  await watcher.check();
  expect(value("/World/Chair.watts")).toBe(60);
});

test("edits in memory are reported; what the stage saves itself is no change", async () => {
  const { path, stage, watcher, seen, value } = await follow();
  const listened: (readonly string[])[] = [];
  const stop = stage.subscribe(({ changed }) => listened.push(changed));
  const { undo } = await stage.layer("look.usda").apply((edit) => edit.set("/World.size", 5));
  expect([value("/World.size"), stage.layer("look.usda").isChanged]).toEqual([5, true]);
  await undo();
  const look = stage.layer("look.usda");
  const start = decodeUtf8(look.text, 0, look.text.length).indexOf("1 #");
  await look.apply([{ start, end: start + 1, text: "7" }]);
  expect(value("/World.size")).toBe(7);
  expect(listened).toEqual([["/World.size"], ["/World.size"], ["/World.size"]]);
  stop();
  const [saved] = saveStage(stage);
  expect(readFileSync(path("look.usda"), "utf8")).toBe(LOOK.replace("= 1", "= 7"));
  expect(saved?.path).toBe(path("look.usda"));
  await watcher.check();
  expect([seen, stage.editedLayers]).toEqual([[], []]);
});

test("text edits that are not valid leave layer and stage as they were", async () => {
  const { stage, value } = await follow();
  const look = stage.layer("look.usda");
  const at = look.text.length;
  await expect(look.apply([{ start: at, end: at, text: "}" }])).rejects.toThrow("is not valid");
  await expect(look.apply([{ start: 0, end: at + 1, text: "" }])).rejects.toThrow(`offsets from 0 to ${at}`);
  const twice = [
    { start: 20, end: 25, text: "" },
    { start: 24, end: 26, text: "" },
  ];
  await expect(look.apply(twice)).rejects.toThrow("overlap");
  expect([value("/World.size"), look.isChanged]).toEqual([1, false]);
});

test("two people lose nothing: the later save is rejected, repeated after a look at the file, and both are there", async () => {
  const one = await follow();
  const two = await follow(one.path(""), false);
  await one.stage.edit({ target: "look.usda" }, (edit) => edit.set("/World.size", 2));
  const second = await two.stage.edit({ target: "look.usda" }, (edit) => edit.add("/World/Lamp"));
  saveStage(one.stage);
  const theirs = readFileSync(one.path("look.usda"), "utf8");
  expect(() => saveStage(two.stage)).toThrow(SaveError);
  expect(() => saveStage(two.stage)).toThrow(/look\.usda changed in the meantime \(at .*\): read it again and repeat/);
  await two.watcher.check();
  expect(two.conflicts.map(({ path }) => path)).toEqual([one.path("look.usda")]);
  expect(readFileSync(one.path("look.usda"), "utf8")).toBe(theirs);
  await second.undo();
  await two.watcher.check();
  expect(two.value("/World.size")).toBe(2);
  await two.stage.edit({ target: "look.usda" }, (edit) => edit.add("/World/Lamp"));
  saveStage(two.stage);
  await one.watcher.check();
  expect(one.stage.hasPrim(one.stage.paths.parse("/World/Lamp"))).toBe(true);
  expect(readFileSync(one.path("look.usda"), "utf8")).toContain("double size = 2 # metres");
});
