import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nodeHost } from "../node/node-host.ts";
import { HEAD, TestClient } from "../test-support/client.ts";

const folder = mkdtempSync(join(tmpdir(), "usda-open-base-"));
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const BASE = uriOf("room (1).usda");
const PATCH = uriOf("patch.usda");
const ROOM = `${HEAD}def Xform "World"\n{\n    def Camera "Main"\n    {\n    }\n}\n`;
const PATCH_TEXT = `${HEAD}over "World"\n{\n    over "Main"\n    {\n        float focalLength = 35\n    }\n}\n`;
/** `Main` in the text of the base. */
const NAME = { start: { line: 3, character: 16 }, end: { line: 3, character: 20 } };

beforeAll(() => {
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, "usda-lint.config.json"), JSON.stringify({ base: "room (1).usda" }));
  writeFileSync(join(folder, "room (1).usda"), ROOM);
  writeFileSync(join(folder, "patch.usda"), PATCH_TEXT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function codes(client: TestClient): Promise<unknown[]> {
  return (await client.diagnostics(PATCH)).map(({ code }) => code);
}

test.each([
  ["as Node writes it", BASE],
  ["as editors write it", BASE.replaceAll("(", "%28").replaceAll(")", "%29").replace("file:///", "file://localhost/")],
])("an unsaved change of a base reaches the findings of its open patch; URI of the base %s", async (_, base) => {
  const client = await TestClient.start({ host: nodeHost() });
  await client.open(PATCH, PATCH_TEXT);
  expect(await codes(client)).not.toContain("patch-path");
  await client.open(base, ROOM);
  await client.change(base, "Left", NAME);
  await expect.poll(() => codes(client)).toContain("patch-path");
  await client.change(base, "Main", NAME);
  await expect.poll(() => codes(client)).not.toContain("patch-path");
  await client.change(base, "Left", NAME);
  await expect.poll(() => codes(client)).toContain("patch-path");
  // Not saved: the file counts again.
  await client.close(base);
  await expect.poll(() => codes(client)).not.toContain("patch-path");
  await client.stop();
});

test("a base that was open first counts", async () => {
  const client = await TestClient.start({ host: nodeHost() });
  await client.open(BASE, ROOM.replace('"Main"', '"Left"'));
  await client.open(PATCH, PATCH_TEXT);
  expect(await codes(client)).toContain("patch-path");
  await client.stop();
});
