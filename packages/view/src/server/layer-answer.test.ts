import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { ReadFile } from "./followed-files.ts";
import { answerLayer, type LayerAnswer } from "./layer-answer.ts";

const folder = mkdtempSync(join(tmpdir(), "usda-view-layers-")).replaceAll("\\", "/");
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "a.usda"), "#usda 1.0\n");
writeFileSync(join(folder, "secret.txt"), "secret");
writeFileSync(join(folder, "scene"), "#usda 1.0\n");
mkdirSync(join(folder, "b.usd"));

const asked: ReadFile[] = [];
const ask = (request: unknown, named: readonly string[] = []): Promise<LayerAnswer> =>
  answerLayer(new Set(named), JSON.stringify(request), (file) => asked.push(file));

test("a layer is sent once for each version, and is followed", async () => {
  const location = `${folder}/a.usda`;
  const first = await ask({ location, version: "" });
  if (first.status !== 200) throw new Error("no layer");
  expect(new TextDecoder().decode(first.content.bytes)).toBe("#usda 1.0\n");
  expect(await ask({ location, version: first.content.version })).toEqual({ status: 204 });
  expect(asked).toEqual([
    [location, first.content.version],
    [location, first.content.version],
  ]);
});

test("files that are missing are followed as well", async () => {
  expect(await ask({ location: `${folder}/later.png`, version: "" })).toMatchObject({ status: 404 });
  expect(asked.at(-1)).toEqual([`${folder}/later.png`, ""]);
  expect(await ask({ location: `${folder}/b.usd`, version: "" })).toMatchObject({
    status: 422,
    message: "is a folder",
  });
});

test("nothing else of the machine is read, except what the user named", async () => {
  const before = asked.length;
  expect(await ask({ location: `${folder}/secret.txt`, version: "" })).toMatchObject({ status: 403 });
  expect(await ask({ location: "//host/share/a.usda", version: "" })).toMatchObject({ status: 403 });
  expect(asked).toHaveLength(before);
  expect(await ask({ location: `${folder}/scene`, version: "" }, [`${folder}/scene`])).toMatchObject({ status: 200 });
});

test.each([null, [], "x", {}, { location: "a.usda", version: "" }, { location: `${folder}/a.usda` }])(
  "%j is no request",
  async (request) => {
    expect(await ask(request)).toMatchObject({ status: 400 });
  },
);
