import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLink } from "./open-link.ts";
import { startView, type RunningView } from "./start-view.ts";
import type { ViewedFile } from "./viewed-file.ts";

const SCENE = "#usda 1.0\n";
let folder: string;
let view: RunningView;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "usda-view-link-"));
  mkdirSync(join(folder, "s/folder.usda"), { recursive: true });
  for (const name of ["s/a.usda", "b.usdc", "p.usdz", "secret.txt", "t.PNG", "x.svg"])
    writeFileSync(join(folder, name), SCENE);
  view = await startView({ files: [{ name: "s/a.usda", location: join(folder, "s/a.usda") }] });
});
afterAll(async () => {
  await view.close();
  rmSync(folder, { recursive: true });
});

const shown = (): ViewedFile[] => [{ name: "s/a.usda", location: join(folder, "s/a.usda") }];

test.each([
  ["../b.usdc", "b.usdc"],
  ["./../b.usdc", "b.usdc"],
  ["../p.usdz", "p.usdz"],
])("%s opens a layer, once", (path, name) => {
  const files = shown();
  expect(openLink({ files, images: [] }, files[0], path)).toEqual({ status: 200, opened: { kind: "file", index: 1 } });
  expect(openLink({ files, images: [] }, files[0], path)).toEqual({ status: 200, opened: { kind: "file", index: 1 } });
  expect(files.slice(1)).toEqual([{ name, location: join(folder, name) }]);
  // Its own links are relative to it.
  expect(openLink({ files, images: [] }, files[1], "s/a.usda")).toEqual({
    status: 200,
    opened: { kind: "file", index: 0 },
  });
});

test("a layer in a package is a file of its own, and its links lead into the package", () => {
  const files = shown();
  const open = (from: number, path: string): unknown => openLink({ files, images: [] }, files[from], path);
  const opened = (index: number): unknown => ({ status: 200, opened: { kind: "file", index } });
  expect(open(0, "../p.usdz[inner/x.usda]")).toEqual(opened(1));
  expect(open(0, "../p.usdz")).toEqual(opened(2));
  expect(open(1, "./y.usdc")).toEqual(opened(3));
  expect(open(1, "../p.usdz[inner/x.usda]")).toMatchObject({ status: 422 });
  expect(open(3, join(folder, "b.usdc"))).toEqual(opened(4));
  const location = join(folder, "p.usdz");
  expect(files.slice(1, 4)).toEqual([
    { name: "p.usdz[inner/x.usda]", location, inner: "inner/x.usda" },
    { name: "p.usdz", location },
    { name: "p.usdz[inner/y.usdc]", location, inner: "inner/y.usdc" },
  ]);
});

test("an absolute path keeps its name", () => {
  const files = shown();
  const path = join(folder, "b.usdc");
  expect(openLink({ files, images: [] }, files[0], path)).toEqual({ status: 200, opened: { kind: "file", index: 1 } });
  expect(files[1]).toEqual({ name: path, location: path });
});

test.each([
  ["../secret.txt", 403, /not a layer/],
  ["../secret.txt\0.usda", 403, /not a layer/],
  ["../secret.txt[x.usda]", 403, /not a layer/],
  ["file:///etc/x.usda", 403, /not a layer/],
  ["https://example.com/x.usda", 403, /not a layer/],
  ["//host/share/x.usda", 403, /not a layer/],
  ["\\\\host\\share\\x.png", 403, /not a layer/],
  ["", 403, /not a layer/],
  // An image may have scripts there.
  ["../x.svg", 403, /not a layer/],
  ["none.png", 422, /no such file/],
  ["none.usda", 422, /no such file/],
  ["folder.usda", 422, /is a folder/],
])("%j is rejected", (path, status, message) => {
  const files = shown();
  expect(openLink({ files, images: [] }, files[0], path)).toEqual({
    status,
    message: expect.stringMatching(message) as string,
  });
  expect(files).toHaveLength(1);
});

test("an image is not a file of the page, and has a number once", () => {
  const [files, images] = [shown(), []];
  const opened = { status: 200, opened: { kind: "image", index: 0 } };
  expect(openLink({ files, images }, files[0], "../t.PNG")).toEqual(opened);
  expect(openLink({ files, images }, files[0], "../t.PNG")).toEqual(opened);
  expect(images).toEqual([{ location: join(folder, "t.PNG"), type: "image/png" }]);
  expect(files).toHaveLength(1);
});

test("the number of files has a limit", () => {
  const files = Array.from({ length: 200 }, (_, i) => ({ name: `${i}`, location: `/${i}` }));
  expect(openLink({ files, images: [] }, shown()[0], "../b.usdc")).toMatchObject({ status: 422 });
  expect(files).toHaveLength(200);
});

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  const response = await fetch(new URL(path, view.url), { method: "POST", body, headers });
  return [response.status, await response.text()];
}

test("only a script of the page opens a link, of a shown file", async () => {
  const { origin } = new URL(view.url);
  expect(await post("links/0", "../b.usdc")).toEqual([403, '{"message":"expected an \\"Origin\\" header"}']);
  expect((await post("links/0", "../b.usdc", { origin: "http://example.com" }))[0]).toBe(403);
  for (const path of ["links/1", "links/x", "links/0/0", "files/0", "links"]) {
    expect((await post(path, "../b.usdc", { origin }))[0]).toBe(404);
  }
  expect((await post("links/0", "x".repeat(5000), { origin }))[0]).toBe(413);
  expect(await post("links/0", "../secret.txt", { origin })).toEqual([403, expect.stringContaining("not a layer")]);
  expect(await post("links/0", "../b.usdc", { origin })).toEqual([200, '{"kind":"file","index":1}']);
  expect(await (await fetch(new URL("files/1", view.url))).text()).toBe(SCENE);
  expect((await fetch(new URL("files/2", view.url))).status).toBe(404);
  expect((await fetch(new URL("images/0", view.url))).status).toBe(404);
  expect(await post("links/0", "../t.PNG", { origin })).toEqual([200, '{"kind":"image","index":0}']);
  const image = await fetch(new URL("images/0", view.url));
  expect([image.headers.get("Content-Type"), await image.text()]).toEqual(["image/png", SCENE]);
});
