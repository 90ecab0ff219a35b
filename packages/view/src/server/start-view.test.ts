import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { ViewState } from "../protocol/view-state.ts";
import { startView, type RunningView, type ViewOptions } from "./start-view.ts";

const SCENE = '#usda 1.0\ndef Xform "World"\n{\n}\n';
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "usda-view-"));
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(options: Partial<ViewOptions> = {}): Promise<{ view: RunningView; file: string }> {
  const file = join(folder(), "scene.usda");
  writeFileSync(file, SCENE);
  const view = await startView({ files: [{ name: "scene.usda", location: file }], ...options });
  cleanUps.push(() => view.close());
  return { view, file };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** `fetch` cannot send another `Host`, and resolves `..`. */
function ask(url: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (piece) => (body += String(piece)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
    });
    call.on("error", reject);
    call.end();
  });
}

/** Returns the events of a page until one matches. */
async function eventWith(url: string, isWanted: (state: ViewState) => boolean, act: () => void): Promise<ViewState> {
  const response = await fetch(`${url}events`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("no events");
  let text = "";
  for (let isFirst = true; ; isFirst = false) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the events ended");
    text += value;
    if (isFirst) act();
    for (const line of text.split("\n\n").slice(0, -1)) {
      const state = line.startsWith("data: ") ? (JSON.parse(line.slice(6)) as ViewState) : undefined;
      if (state === undefined || !isWanted(state)) continue;
      await reader.cancel();
      return state;
    }
  }
}

describe("requests", () => {
  test("of the page get its files, the named files and assets", async () => {
    const findAsset = (id: string): Uint8Array | undefined => (id === "chair 1" ? new Uint8Array([1, 2]) : undefined);
    const { view } = await start({ findAsset });
    const { pathname } = new URL(view.url);
    expect(await ask(view.url, pathname)).toMatchObject({
      status: 200,
      body: expect.stringContaining("page.js") as string,
    });
    expect(await ask(view.url, `${pathname}page.css`)).toMatchObject({ status: 200 });
    expect(await ask(view.url, `${pathname}files/0`)).toMatchObject({ status: 200, body: SCENE });
    expect(await ask(view.url, `${pathname}assets/chair%201`)).toMatchObject({ status: 200, body: "\x01\x02" });
    expect(await ask(view.url, `${pathname}assets/other`)).toMatchObject({
      status: 404,
      body: JSON.stringify({ message: 'no file for the mesh "other" in the assets' }),
    });
  });

  test("that are not the page's own are rejected", async () => {
    const { view } = await start();
    const { pathname, port, host } = new URL(view.url);
    const status = async (path: string, headers?: Record<string, string>, method?: string): Promise<number> =>
      (await ask(view.url, path, headers, method)).status;
    // Another name that resolves to this machine.
    expect(await status(pathname, { Host: `evil.example:${port}` })).toBe(421);
    expect(await status(pathname, { Host: "127.0.0.1" })).toBe(421);
    expect(await status(pathname, { Origin: "http://evil.example" })).toBe(403);
    expect(await status(pathname, { Origin: "null" })).toBe(403);
    expect(await status(pathname, { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect(await status(pathname, { "Sec-Fetch-Site": "same-site" })).toBe(403);
    expect(await status(pathname, { Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" })).toBe(200);
    expect(await status(pathname, {}, "POST")).toBe(404);
    expect(await status(pathname, {}, "PUT")).toBe(404);
    expect(await status(pathname, {}, "DELETE")).toBe(405);
    // Without the token, every response is the same.
    for (const path of [
      "/",
      "/files/0",
      "/index.html",
      `/${"x".repeat(32)}/files/0`,
      `${pathname.slice(0, -2)}/`,
      "*",
    ]) {
      expect(await status(path)).toBe(404);
    }
  });

  test.each(["files/1", "files/-1", "files/0/..", "files/../0", "../files/0", "files/%2e%2e", "files/scene.usda"])(
    "for %s get nothing",
    async (path) => {
      const { view } = await start();
      const answer = await ask(view.url, new URL(view.url).pathname + path);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain("#usda");
    },
  );

  test("for assets whose finder throws get its message", async () => {
    const { view } = await start({
      findAsset: (id) => {
        throw new Error(`${id}: <b>refused</b>`);
      },
    });
    const { pathname } = new URL(view.url);
    const answer = await ask(view.url, `${pathname}assets/..%2Fsecret`);
    expect(answer).toMatchObject({ status: 422, headers: { "content-type": "application/json" } });
    expect(JSON.parse(answer.body)).toEqual({ message: "../secret: <b>refused</b>" });
    expect(await ask(view.url, `${pathname}assets/%FF`)).toMatchObject({ status: 404 });
  });

  test("all have a strict policy and are not cached", async () => {
    const { view } = await start();
    const { pathname } = new URL(view.url);
    for (const path of [pathname, `${pathname}files/0`, "/nothing"]) {
      const { headers } = await ask(view.url, path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
      expect(headers).toMatchObject({
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "same-origin",
      });
    }
  });
});

describe("events", () => {
  test("contain the state, then every change: written, replaced, removed, restored", async () => {
    const { view, file } = await start();
    const versionOf = ({ files }: ViewState): string => files[0]?.version ?? "";
    let before = "";
    await eventWith(
      view.url,
      (state) => {
        before = versionOf(state);
        return true;
      },
      () => undefined,
    );
    const written = await eventWith(
      view.url,
      (state) => versionOf(state) !== before,
      () => writeFileSync(file, `${SCENE}# more\n`),
    );
    expect(written.files).toMatchObject([{ name: "scene.usda", problem: null, bytes: SCENE.length + 7 }]);
    const gone = await eventWith(
      view.url,
      (state) => versionOf(state) === "",
      () => rmSync(file),
    );
    expect(gone.files).toEqual([
      {
        name: "scene.usda",
        version: "",
        bytes: 0,
        problem: "no such file",
        settings: "",
        isPacked: false,
        location: file.replaceAll("\\", "/"),
      },
    ]);
    expect((await ask(view.url, `${new URL(view.url).pathname}files/0`)).status).toBe(422);
    const back = await eventWith(
      view.url,
      (state) => versionOf(state) !== "",
      () => {
        writeFileSync(`${file}~`, SCENE);
        renameSync(`${file}~`, file);
      },
    );
    expect(back.files[0]?.problem).toBeNull();
  });

  test("come when an asset changes", async () => {
    const assets = folder();
    const { view } = await start({ assets });
    let before: string | undefined;
    const changed = await eventWith(
      view.url,
      (state) => {
        before ??= state.assets;
        return state.assets !== before;
      },
      () => writeFileSync(join(assets, "chair.glb"), "x"),
    );
    expect(changed.assets).not.toBe("");
  });

  test("do not come when the files of a stage are read, and come when one changes", async () => {
    const layers = folder();
    const names = Array.from({ length: 20 }, (_, i) => join(layers, `layer_${i}.usda`).replaceAll("\\", "/"));
    for (const name of names) writeFileSync(name, SCENE);
    const { view } = await start();
    const read = async (location: string): Promise<Response> =>
      await fetch(`${view.url}layers`, {
        method: "POST",
        body: JSON.stringify({ location, version: "" }),
        headers: { origin: new URL(view.url).origin },
      });
    const stamps = new Set<string>();
    let isWritten = false;
    await eventWith(
      view.url,
      ({ stages }) => stamps.add(stages).size === 2,
      () => {
        void Promise.all(names.map(read)).then(() => {
          writeFileSync(names[3], `${SCENE}# more\n`);
          isWritten = true;
        });
      },
    );
    expect(isWritten).toBe(true);
  });

  test("a file that is a folder has a message", async () => {
    const location = folder();
    const view = await startView({ files: [{ name: "<img src=x>", location }] });
    cleanUps.push(() => view.close());
    const state = await eventWith(
      view.url,
      () => true,
      () => undefined,
    );
    expect(state.files).toMatchObject([{ name: "<img src=x>", version: "", bytes: 0, problem: "is a folder" }]);
  });
});

test("tokens differ, and cannot be guessed", async () => {
  const tokens = await Promise.all([start(), start()]).then((all) => all.map(({ view }) => new URL(view.url).pathname));
  expect(tokens[0]).not.toBe(tokens[1]);
  expect(tokens[0]).toMatch(/^\/[\w-]{32}\/$/);
});

test("a port that is taken is an error", async () => {
  const { view } = await start();
  const port = Number(new URL(view.url).port);
  await expect(startView({ files: [], port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});
