import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writePackage } from "@usdkit/usdz";
import type { ViewState } from "../protocol/view-state.ts";
import { NO_CHOICES } from "../test-support/stage-asker.ts";
import { startView, type RunningView } from "./start-view.ts";

let folder: string;
let view: RunningView;

const inPackage = '#usda 1.0\ndef Cube "Inside"\n{\n}\n';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "usda-view-stages-"));
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
  write(
    "root.usda",
    `#usda 1.0
def "A" (references = [@b.usda@</B>, @secret.txt@</B>, @p.usdz[inner.usda]@</Inside>, @m.mtlx@</MaterialX>])
{
}
`,
  );
  write("b.usda", '#usda 1.0\ndef Xform "B"\n{\n}\n');
  write("secret.txt", '#usda 1.0\ndef "B"\n{\n    string secret = "x"\n}\n');
  write(
    "m.mtlx",
    '<?xml version="1.0"?>\n<materialx version="1.38">\n  <surfacematerial name="M" type="material"/>\n</materialx>\n',
  );
  const bytes = new TextEncoder().encode(inPackage);
  write(
    "p.usdz",
    writePackage([
      { path: "first.usda", data: bytes },
      { path: "inner.usda", data: bytes },
    ]),
  );
  view = await startView({ files: [{ name: "root.usda", location: join(folder, "root.usda") }] });
});
afterAll(async () => {
  await view.close();
  rmSync(folder, { recursive: true });
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const { origin } = new URL(view.url);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(new URL(path, view.url), {
    method: "POST",
    body: text,
    headers: { origin, ...headers },
  });
  return [response.status, await response.json()];
}

const question = (ask: object): object => ({ session: "a", edits: 0, choices: NO_CHOICES, ask });

async function state(): Promise<ViewState> {
  const { body } = await fetch(new URL("events", view.url));
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return JSON.parse((first?.value ?? "").slice("data: ".length)) as ViewState;
}

test("a thread answers questions about the stage of a shown file, and its files are followed", async () => {
  const before = (await state()).stages;
  const [status, reply] = await post("stages/0", question({ kind: "children", prim: "/", from: 0 }));
  expect([status, reply]).toMatchObject([200, { answer: { rows: [{ path: "/A", typeName: "Xform" }] } }]);
  // Nothing but layers is read because of a layer.
  const [, problems] = await post("stages/0", question({ kind: "problems" }));
  expect(problems).toMatchObject({
    answer: { rows: [{ code: "MISSING_LAYER", message: expect.stringContaining("not a layer") as string }], count: 1 },
  });
  expect(JSON.stringify((await post("stages/0", question({ kind: "prim", prim: "/A" })))[1])).not.toContain("secret");
  const opened = (await state()).stages;
  expect(opened).toBe(before);
  writeFileSync(join(folder, "b.usda"), '#usda 1.0\ndef Cube "B"\n{\n}\n');
  await expect.poll(async () => (await state()).stages).not.toBe(opened);
  expect((await post("stages/0", question({ kind: "children", prim: "/", from: 0 })))[1]).toMatchObject({
    answer: { rows: [{ typeName: "Cube" }] },
  });
});

test("a layer in a package is shown, and cannot be saved", async () => {
  expect(await post("links/0", "p.usdz[inner.usda]")).toEqual([200, { kind: "file", index: 1 }]);
  expect((await state()).files[1]).toMatchObject({ name: "p.usdz[inner.usda]", isPacked: true });
  expect(await (await fetch(new URL("files/1", view.url))).text()).toBe(inPackage);
  const { origin } = new URL(view.url);
  const saved = await fetch(new URL("files/1", view.url), { method: "PUT", body: "x", headers: { origin } });
  expect([saved.status, await saved.json()]).toEqual([403, { message: "a layer in a package is read-only" }]);
  expect((await post("stages/1", question({ kind: "stage" })))[1]).toMatchObject({ answer: { rootPrims: 1 } });
  expect((await post("stages/1", question({ kind: "text", file: 1, text: "" })))[0]).toBe(400);
});

test.each([
  ["stages/0", "", 400],
  ["stages/0", "{}", 400],
  ["stages/0", question({ kind: "none" }), 400],
  ["stages/0", question({ kind: "children", prim: "/", from: -1 }), 400],
  ["stages/0", question({ kind: "text", file: 9, text: "" }), 400],
  ["stages/0", { ...question({ kind: "stage" }), session: "x".repeat(65) }, 400],
  ["stages/0", { ...question({ kind: "stage" }), choices: { variants: [{}], payloads: [] } }, 400],
  ["stages/9", question({ kind: "stage" }), 404],
  ["stages/0/0", question({ kind: "stage" }), 404],
  ["stages/../0", question({ kind: "stage" }), 404],
])("a request to %s that is no question is rejected", async (path, body, status) => {
  expect((await post(path, body))[0]).toBe(status);
});

test("only a script of the page asks", async () => {
  const body = JSON.stringify(question({ kind: "stage" }));
  expect((await fetch(new URL("stages/0", view.url), { method: "POST", body })).status).toBe(403);
  expect((await post("stages/0", body, { origin: "http://example.com" }))[0]).toBe(403);
});
