import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { MAX_SAVED_BYTES } from "./save-file.ts";
import { startView, type RunningView, type ViewOptions } from "./start-view.ts";

const SCENE = '#usda 1.0\ndef "A"\n{\n}\n';
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Opened {
  readonly view: RunningView;
  readonly folder: string;
  readonly file: string;
}

async function open(options: Partial<ViewOptions> = {}): Promise<Opened> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "usda-save-")));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "scene.usda");
  writeFileSync(file, SCENE);
  const view = await startView({ files: [{ name: "scene.usda", location: file }], ...options });
  cleanUps.push(() => view.close());
  return { view, folder, file };
}

async function versionOf({ view }: Opened): Promise<string> {
  return (await fetch(`${view.url}files/0`)).headers.get("etag") ?? "";
}

interface Reply {
  readonly status: number;
  readonly version: string | null;
  readonly body: { readonly message?: string; readonly version?: string };
}

async function put(
  { view }: Opened,
  text: string | Uint8Array<ArrayBuffer>,
  version: string | undefined,
  { path = "files/0", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { origin } = new URL(view.url);
  const response = await fetch(view.url + path, {
    method: "PUT",
    body: text,
    headers: { Origin: origin, ...(version === undefined ? {} : { "If-Match": version }), ...headers },
  });
  const body = await response.text();
  return {
    status: response.status,
    version: response.headers.get("etag"),
    body: body === "" ? {} : (JSON.parse(body) as Reply["body"]),
  };
}

describe("a text is saved", () => {
  test("whole, with the mode of the file, and leaves nothing else behind", async () => {
    const opened = await open();
    chmodSync(opened.file, 0o640);
    const reply = await put(opened, "#usda 1.0\r\n# \u00e4\r\n", await versionOf(opened));
    expect(reply).toMatchObject({ status: 200, body: {} });
    expect(readFileSync(opened.file, "utf8")).toBe("#usda 1.0\r\n# \u00e4\r\n");
    expect(statSync(opened.file).mode & 0o777).toBe(0o640);
    expect(readdirSync(opened.folder)).toEqual(["scene.usda"]);
    // The version of the reply is that of the next save.
    expect(reply.version).toBe(await versionOf(opened));
    expect((await put(opened, SCENE, reply.version ?? "")).status).toBe(200);
  });

  test("to the target of a symbolic link, which stays a link", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "usda-save-link-")));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "target.usda"), SCENE);
    const link = join(folder, "link.usda");
    symlinkSync("target.usda", link);
    const opened = await open({ files: [{ name: "link.usda", location: link }] });
    expect((await put(opened, "#usda 1.0\n", await versionOf(opened))).status).toBe(200);
    expect(readFileSync(join(folder, "target.usda"), "utf8")).toBe("#usda 1.0\n");
    expect(readdirSync(folder).toSorted()).toEqual(["link.usda", "target.usda"]);
    expect(realpathSync(link)).toBe(join(folder, "target.usda"));
  });

  test("again after the file was removed, for the version of a missing file", async () => {
    const opened = await open();
    const version = await versionOf(opened);
    rmSync(opened.file);
    expect(await put(opened, "mine", version)).toMatchObject({
      status: 412,
      body: { message: "the file no longer exists", version: "" },
    });
    expect(readdirSync(opened.folder)).toEqual([]);
    expect((await put(opened, SCENE, '""')).status).toBe(200);
    expect(readFileSync(opened.file, "utf8")).toBe(SCENE);
  });
});

describe("nothing is written", () => {
  test("over a file that changed: the reply has its version", async () => {
    const opened = await open();
    const version = await versionOf(opened);
    writeFileSync(opened.file, "#usda 1.0\n# theirs\n");
    const reply = await put(opened, "mine", version);
    expect(reply).toMatchObject({ status: 412, body: { message: "the file changed on disk" } });
    expect(readFileSync(opened.file, "utf8")).toBe("#usda 1.0\n# theirs\n");
    expect(readdirSync(opened.folder)).toEqual(["scene.usda"]);
    expect(`"${reply.body.version}"`).toBe(await versionOf(opened));
  });

  test("without a version, and by requests of others", async () => {
    const opened = await open();
    const version = await versionOf(opened);
    const { port } = new URL(opened.view.url);
    expect((await put(opened, "x", undefined)).status).toBe(428);
    expect((await put(opened, "x", "*")).status).toBe(428);
    for (const headers of [
      { Origin: "http://evil.example" },
      { Origin: "null" },
      { Origin: `http://localhost:${port}` },
      { "Sec-Fetch-Site": "cross-site" },
    ]) {
      expect((await put(opened, "x", version, { headers })).status).toBe(403);
    }
    const bare = await fetch(`${opened.view.url}files/0`, {
      method: "PUT",
      body: "x",
      headers: { "If-Match": version },
    });
    expect(bare.status).toBe(403);
    await bare.body?.cancel();
    expect(readFileSync(opened.file, "utf8")).toBe(SCENE);
  });

  test.each(["files/1", "files/-1", "files/scene.usda", "files/0/x", "assets/0", "page.js", "", "settings/0"])(
    "to %j",
    async (path) => {
      const opened = await open();
      expect((await put(opened, "x", await versionOf(opened), { path })).status).toBe(404);
      expect(readdirSync(opened.folder)).toEqual(["scene.usda"]);
    },
  );

  test("by a read-only page", async () => {
    const opened = await open({ readOnly: true });
    const reply = await put(opened, "x", await versionOf(opened));
    expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining("--read-only") as string } });
    expect(readFileSync(opened.file, "utf8")).toBe(SCENE);
  });

  test("of a text beyond the limit", async () => {
    const opened = await open();
    const text = new Uint8Array(MAX_SAVED_BYTES + 1);
    const reply = await put(opened, text, await versionOf(opened)).catch(() => undefined);
    // The connection may be closed before the reply is read.
    expect(reply?.status ?? 413).toBe(413);
    expect(readFileSync(opened.file, "utf8")).toBe(SCENE);
  });

  test.skipIf(process.getuid?.() === 0)("to a write-protected file", async () => {
    const opened = await open();
    chmodSync(opened.file, 0o444);
    expect(await put(opened, "x", await versionOf(opened))).toMatchObject({
      status: 422,
      body: { message: "permission denied" },
    });
  });
});
