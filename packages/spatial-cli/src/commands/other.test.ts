/** Uploads, meshes, worlds, models, the format. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { jsonOf, setUp, type Desk } from "../test-support/run-spatial.ts";

const FAST = ["--interval", "0.01"];

function photos(desk: Desk, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    desk.file(`photo-${i}.jpg`, `photo ${i}`);
    return `photo-${i}.jpg`;
  });
}

describe("spatial upload", () => {
  test("prints the URLs, in the order of the files", async () => {
    const desk = await setUp({ blockSize: 1000 });
    desk.file("a.png", "a");
    desk.file("big.bin", Buffer.alloc(3500, 7));
    const { code, stdout, stderr } = await desk.run(["upload", "big.bin", "a.png"]);
    expect([code, stderr]).toEqual([0, ""]);
    const urls = stdout.trimEnd().split("\n");
    expect(await Promise.all(urls.map(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength))).toEqual([
      3500, 1,
    ]);
    const json = jsonOf(await desk.run(["upload", "a.png", "--json"]));
    expect(json).toMatchObject({ files: [{ file: "a.png", url: expect.any(String) as string, size: 1 }], failed: [] });
    expect(desk.service.record.violations).toEqual([]);
  });

  test.each([
    ["none.bin", "There is no file none.bin"],
    ["empty.bin", "is empty"],
    [".", "is a folder"],
  ])("%s: 2, and nothing sent", async (name, message) => {
    const desk = await setUp();
    desk.file("good.bin", "good");
    desk.file("empty.bin", "");
    const { code, stdout, stderr } = await desk.run(["upload", "good.bin", name]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("a file that changes while it is uploaded: 1", async () => {
    const desk = await setUp({ blockSize: 100_000 });
    const file = desk.file("a.bin", Buffer.alloc(900_000, 1));
    desk.service.script.on("assets.uploadPart", [fault.latency(400), fault.latency(400)]);
    const running = desk.start(["upload", "a.bin"]);
    await desk.service.record.until((record) => record.of("assets.uploadPart").length > 0);
    writeFileSync(file, Buffer.alloc(900_001, 2));
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining("changed")]);
  });

  test("one failure does not affect the others", async () => {
    const desk = await setUp();
    desk.file("a.bin", "a");
    desk.file("b.bin", "b");
    desk.service.script.outcome("uploads", outcome.fails({ code: 1, message: "virus" }));
    const result = await desk.run(["upload", "a.bin", "b.bin", "--json"]);
    expect(result.code).toBe(1);
    expect(jsonOf(result)).toMatchObject({ files: [{}], failed: [{ error: { name: expect.any(String) as string } }] });
  });
});

describe("spatial mesh", () => {
  test("imports a file in fast mode and waits", async () => {
    const desk = await setUp();
    desk.file("chair.glb", "glTF");
    const { code, stdout, stderr } = await desk.run(["mesh", "ingest", "chair.glb", "--fast", "--wait", ...FAST]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^mesh-\S+\n$/)]);
    expect(stderr).toMatch(/^task \S+ \(resume with: spatial mesh get \S+ --wait\)\n$/);
    expect(desk.service.record.of("meshes.ingest")[0]?.body?.json).toMatchObject({
      fastUpload: true,
      fileUrl: expect.stringMatching(/^http.*chair\.glb$/) as string,
    });
  });

  test("imports by URL and is queried later", async () => {
    const desk = await setUp();
    const begun = await desk.run(["mesh", "ingest", "https://files.example/a.ply", "--json"]);
    const { taskId } = jsonOf(begun) as { taskId: string };
    expect(await desk.run(["mesh", "get", taskId])).toMatchObject({ code: 0, stdout: "RUNNING\n" });
    desk.file("begun.json", begun.stdout);
    expect(await desk.run(["mesh", "get", "begun.json", "--wait", ...FAST])).toMatchObject({ code: 0 });
    desk.service.script.outcome("meshes", outcome.fails({ code: 400, message: "no triangles" }));
    const failed = await desk.run(["mesh", "ingest", "https://files.example/b.ply", "--wait", ...FAST]);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("no triangles")]);
  });
});

describe("spatial world", () => {
  test("is built from twenty photographs, waited for, and downloaded", async () => {
    const desk = await setUp();
    const args = [
      "world",
      "reconstruct",
      ...photos(desk, 20),
      "--name",
      "Room",
      "--quality",
      "high",
      "--wait",
      ...FAST,
    ];
    const { code, stdout } = await desk.run(args);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^world-\d+ {2}SUCCEEDED {2}Room\n {2}http/)]);
    expect(desk.service.record.of("worlds.reconstruct")[0]?.body?.json).toMatchObject({
      resources: Array.from({ length: 20 }, () => ({ type: "image" })),
    });
    const id = /^(\S+)/.exec(stdout)?.[1] ?? "";
    const saved = await desk.run(["world", "download", id, "-o", "out/files"]);
    expect([saved.code, readdirSync(join(desk.folder, "out/files")).toSorted()]).toEqual([
      0,
      [`${id}.ply`, `${id}.spz`],
    ]);
    expect(saved.stdout.split("\n")).toHaveLength(3);
    expect(desk.service.record.violations).toEqual([]);
  });

  test("too few photographs, and a video that is declared an image: 2, and nothing is uploaded", async () => {
    const desk = await setUp();
    const few = await desk.run(["world", "reconstruct", ...photos(desk, 19)]);
    expect([few.code, few.stderr]).toEqual([2, expect.stringContaining("at least 20 images")]);
    desk.file("walk.insv", "video");
    const wrong = await desk.run(["world", "reconstruct", "walk.insv", "--type", "image"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(".insv")]);
    const unknown = await desk.run(["world", "reconstruct", "ftp://files.example/a.jpg"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("http")]);
    expect(desk.service.record.requests).toEqual([]);
    const right = await desk.run(["world", "reconstruct", "walk.insv", "--json"]);
    expect(right.code).toBe(0);
  });

  test("is generated from a prompt; without --wait only its id is printed", async () => {
    const desk = await setUp();
    const { code, stdout } = await desk.run(["world", "generate", "--prompt", "a reading room"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^world-\d+\n$/)]);
    const id = stdout.trim();
    expect(await desk.run(["world", "get", id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("RUNNING") as string,
    });
    const waited = await desk.run(["world", "wait", id, ...FAST, "--json"]);
    expect(jsonOf(waited)).toMatchObject({ worldId: id, status: "SUCCEEDED" });
    const positional = await desk.run(["world", "generate", "a reading room", "--name", "R"]);
    expect([positional.code, positional.stdout]).toEqual([0, expect.stringMatching(/^world-\d+\n$/)]);
    expect(desk.service.record.of("worlds.generate").map(({ body }) => body?.json)).toEqual([
      { prompt: "a reading room" },
      { name: "R", prompt: "a reading room" },
    ]);
    const twice = await desk.run(["world", "generate", "a room", "--prompt", "a hall"]);
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("given twice")]);
    const empty = await desk.run(["world", "generate"]);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("a prompt or an image")]);
  });

  test("that fails: 1; that is unknown: 1; that belongs to another user: 3", async () => {
    const desk = await setUp({ keys: { "key-of-one.4711": "one" } });
    desk.service.script.outcome("worlds", outcome.fails({ code: 500, message: "too dark" }));
    const failed = await desk.run(["world", "generate", "--prompt", "night", "--wait", ...FAST]);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("too dark")]);
    expect((await desk.run(["world", "get", "world-unknown"])).code).toBe(1);
    const other = desk.service.addWorld({ user: "other" });
    expect((await desk.run(["world", "get", other.worldId])).code).toBe(3);
  });

  test("a creation that may have been accepted: 4, and not repeated", async () => {
    const desk = await setUp();
    desk.service.script.on("worlds.generate", [fault.resetAfter()]);
    const { code } = await desk.run(["world", "generate", "--prompt", "a room"]);
    expect([code, desk.service.record.of("worlds.generate").length]).toEqual([4, 1]);
  });

  test("are listed by status", async () => {
    const desk = await setUp();
    for (const name of ["Attic \x1b[31m", "Cellar"]) desk.service.addWorld({ name });
    const all = await desk.run(["world", "list"]);
    expect(all.code).toBe(0);
    expect(all.stdout.split("\n")).toHaveLength(3);
    expect(all.stdout).toContain(String.raw`Attic \x1b[31m`);
    expect(jsonOf(await desk.run(["world", "list", "--json", "--limit", "1"]))).toMatchObject({ worlds: [{}] });
    expect(jsonOf(await desk.run(["world", "list", "--json", "--status", "FAILED"]))).toEqual({ worlds: [] });
    const running = await desk.run(["world", "list", "--json", "--status", "running", "--status", "Failed"]);
    expect(jsonOf(running)).toMatchObject({ worlds: [{ status: "RUNNING" }, { status: "RUNNING" }] });
    expect(desk.service.record.of("worlds.list").at(-1)?.body?.json).toMatchObject({
      statusList: ["RUNNING", "FAILED"],
    });
  });

  test("are an empty list without its field, and an error if pages repeat", async () => {
    const desk = await setUp();
    desk.service.script.on("worlds.list", [fault.changed(() => ({ pageNum: 0, count: 0 }))]);
    expect(await desk.run(["world", "list", "--json"])).toMatchObject({ code: 0, stdout: '{"worlds":[]}\n' });
    const first = desk.service.record.of("worlds.list").length;
    const rows = [{ worldId: "w-1", status: "RUNNING" }];
    desk.service.script.always(
      "worlds.list",
      fault.changed(() => ({ result: rows, hasMore: true })),
    );
    const { code, stderr } = await desk.run(["world", "list"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("only worlds of earlier pages")]);
    expect(desk.service.record.of("worlds.list").length - first).toBe(3);
  });

  test("from .heic photographs: one warning", async () => {
    const desk = await setUp();
    const urls = Array.from({ length: 20 }, (_, i) => `https://files.example/${i}.heic`);
    const { code, stderr } = await desk.run(["world", "reconstruct", ...urls]);
    expect([code, stderr.split("\n").filter((line) => line.startsWith("warning: "))]).toEqual([
      0,
      [expect.stringMatching(/and 19 more: .*\.heic/)],
    ]);
  });

  test("whose download fails permanently: 4; it resumes at the same byte", async () => {
    const desk = await setUp({ fileSize: 300_000 });
    const { worldId } = desk.service.addWorld();
    const early = await desk.run(["world", "download", worldId, "-o", "out"]);
    expect([early.code, early.stderr]).toEqual([
      4,
      expect.stringContaining(`Resume with: spatial world wait ${worldId}`),
    ]);
    await desk.run(["world", "wait", worldId, ...FAST]);
    desk.service.script.always("files.get", fault.cutBody());
    const args = ["world", "download", worldId, "-o", "out", "--format", "spz"];
    const broken = await desk.run([...args, "--timeout", "2"]);
    expect([broken.code, broken.stderr]).toEqual([
      4,
      expect.stringContaining(`spatial world download ${worldId} -o out`),
    ]);
    expect(readdirSync(join(desk.folder, "out"))).not.toContain(`${worldId}.spz`);
    desk.service.script.clear();
    expect((await desk.run(args)).code).toBe(0);
    expect(desk.read(`out/${worldId}.spz`)).toHaveLength(300_000);
  });
});

describe("spatial gen3d", () => {
  test("generates a model from an image and saves it", async () => {
    const desk = await setUp();
    desk.file("chair.png", "PNG");
    const args = ["gen3d", "img-to-3d", "chair.png", "--prompt", "oak", "--wait", "-o", "chair.glb", ...FAST];
    const { code, stdout } = await desk.run(args);
    expect([code, stdout]).toEqual([0, "chair.glb\n"]);
    expect(desk.read("chair.glb").length).toBeGreaterThan(0);
  });

  test("from a prompt, and from another model", async () => {
    const desk = await setUp();
    const words = await desk.run(["gen3d", "text-to-3d", "a chair", "--wait", ...FAST]);
    expect([words.code, words.stdout]).toEqual([0, expect.stringMatching(/^http/)]);
    const begun = jsonOf(
      await desk.run(["gen3d", "material-transfer", "https://files.example/a.glb", "--prompt", "oak", "--json"]),
    ) as { taskId: string };
    const { taskId } = begun;
    expect(await desk.run(["gen3d", "get", taskId])).toMatchObject({ code: 0, stdout: "RUNNING\n" });
    const got = await desk.run(["gen3d", "get", taskId, "--wait", "--json", ...FAST]);
    expect(jsonOf(got)).toMatchObject({ taskId, status: "SUCCEEDED", type: expect.any(String) as string });
    const alone = await desk.run(["gen3d", "text-to-3d", "a chair", "-o", "a.glb"]);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("-o needs --wait")]);
  });

  test("done, and the disk is full: 4, without a partial file", async () => {
    const desk = await setUp();
    const args = ["gen3d", "text-to-3d", "a chair", "--wait", "-o", "a.glb", ...FAST];
    desk.service.script.on("files.get", [fault.status(403)]);
    const { code, stderr } = await desk.run(args);
    expect([code, stderr]).toEqual([
      expect.any(Number),
      expect.stringMatching(/Resume with: spatial gen3d get \S+ --wait -o a\.glb/),
    ]);
    expect(() => desk.read("a.glb")).toThrow("ENOENT");
  });
});

test("spatial format requires no key", async () => {
  const desk = await setUp();
  const { code, stdout } = await desk.run(["format"], { env: { SPATIAL_API_KEY: "" } });
  expect([code, stdout]).toEqual([0, expect.stringContaining("#")]);
  expect(desk.service.record.requests[0]?.headers["authorization"]).toBeUndefined();
});
