/** What is saved is what was asked for: images, frames, worlds, models. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fault, socket } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess } from "../test-support/run-in-process.ts";
import { jsonOf, SCENES, setUp } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const FAST = ["--interval", "0.01"];
const PAGE = "<!doctype html><h1>It works!</h1>";
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

describe("an image", () => {
  test.each([
    ["HTML", PAGE, 'found HTML: "<!doctype html>'],
    ["JSON", '{"code":500}', "found JSON: "],
    ["no bytes", "", "found no bytes"],
    ["another file", "glTF\x02", "found GLB: "],
  ])("that is %s: 4, and the old file stays", async (_, content, message) => {
    const desk = await setUp();
    desk.file("a.png", "old");
    desk.service.script.on("files.get", [fault.content(content)]);
    const { code, stdout, stderr } = await desk.run(["render", SCENE, "-o", "a.png", ...FAST]);
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toContain(`a.png: expected an image, ${message}`);
    expect(stderr).toContain("Resume with: spatial job wait job-1 -o a.png");
    expect(desk.read("a.png").toString()).toBe("old");
    expect(readdirSync(desk.folder).filter((name) => name.startsWith("a."))).toEqual(["a.png"]);
  });

  test("that is a page is not written to standard output, nor to a pipe", async () => {
    const desk = await setUp();
    desk.service.script.always("files.get", fault.content(PAGE));
    const toOutput = await desk.run(["render", SCENE, "-o", "-", ...FAST]);
    expect([toOutput.code, toOutput.stdout]).toEqual([4, ""]);
    const toPipe = await desk.run(["render", SCENE, "-o", "/dev/stdout", ...FAST]);
    expect([toPipe.code, toPipe.stdout]).toEqual([4, ""]);
  });

  test("of another type than the extension is saved under the right name, with a notice", async () => {
    const desk = await setUp();
    desk.file("a.jpg", "old");
    const result = await desk.run(["render", SCENE, "-o", "a.jpg", "--json", ...FAST]);
    expect(result.code).toBe(0);
    expect(jsonOf(result)).toMatchObject({ image: "a.png", bytes: desk.read("a.png").length });
    expect(result.stderr).toContain("warning: a.jpg: the image is of another type; it is saved as a.png.\n");
    expect([desk.read("a.jpg").toString(), desk.read("a.png").subarray(1, 4).toString()]).toEqual(["old", "PNG"]);
    // The name is taken by a file that the user did not name.
    const again = await desk.run(["job", "wait", "job-1", "-o", "a.jpg", ...FAST]);
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("a.png is there already")]);
    desk.service.script.on("files.get", [fault.content(JPEG)]);
    expect(await desk.run(["job", "wait", "job-1", "-o", "a.jpg", ...FAST])).toMatchObject({
      code: 0,
      stdout: "a.jpg\n",
    });
    expect(desk.read("a.jpg").equals(JPEG)).toBe(true);
  });

  test("that answers 404 is fetched a few more times, within the deadline", async () => {
    const desk = deskInProcess();
    desk.model.script.on("files.get", [fault.status(404), fault.status(404)]);
    expect(await desk.run(["render", SCENE, "-o", "a.png"])).toMatchObject({ code: 0, stdout: "a.png\n" });
    desk.model.script.always("files.get", fault.status(404));
    const before = desk.model.record.of("files.get").length;
    const { code, stderr } = await desk.run(["job", "wait", "job-1", "-o", "b.png"]);
    expect([code, stderr]).toEqual([4, expect.stringContaining("Resume with: spatial job wait job-1 -o b.png")]);
    expect(desk.model.record.of("files.get").length - before).toBe(5);
    const short = desk.model.record.of("files.get").length;
    expect((await desk.run(["job", "wait", "job-1", "-o", "b.png", "--timeout", "2"])).code).toBe(4);
    expect(desk.model.record.of("files.get").length - short).toBeLessThan(5);
  });

  test("of a storage that redirects forever: 4, after ten", async () => {
    const desk = await setUp();
    desk.service.script.always("files.get", {
      name: "loop",
      lands: false,
      change: (_, { request }) => ({ status: 302, headers: { location: request.path }, body: Buffer.alloc(0) }),
    });
    const { code, stderr } = await desk.run(["render", SCENE, "-o", "a.png", ...FAST]);
    expect([code, stderr]).toEqual([4, expect.stringContaining("more than 10 redirects")]);
    expect(desk.service.record.of("files.get")).toHaveLength(11);
  });
});

describe("frames", () => {
  test.each([
    ["a page", Buffer.from(PAGE), "expected an image, found HTML"],
    ["no bytes", Buffer.alloc(0), "found no bytes"],
  ])("that are %s: 4, and the old file stays", async (_, bytes, message) => {
    const desk = await setUp();
    desk.file("out/frame-000001.jpg", "old");
    desk.service.script.sessions(socket.ready("other", socket.binary(bytes)));
    const { code, stderr } = await desk.run(["stream", SCENE, "-o", "out", "--frames", "1", ...FAST]);
    expect([code, stderr]).toEqual([4, expect.stringContaining(message)]);
    expect([readdirSync(join(desk.folder, "out")), desk.read("out/frame-000001.jpg").toString()]).toEqual([
      ["frame-000001.jpg"],
      "old",
    ]);
    expect(desk.service.record.openSessions).toEqual([]);
  });

  test("of another type are saved under the right name, with a notice", async () => {
    const desk = await setUp();
    desk.service.script.sessions(socket.ready("png", socket.binary(PNG)));
    const { code, stderr } = await desk.run(["stream", SCENE, "-o", "out", "--frames", "1", ...FAST]);
    expect([code, readdirSync(join(desk.folder, "out"))]).toEqual([0, ["frame-000001.png"]]);
    expect(stderr).toContain("warning: the frames are not JPEG; they are saved as frame-000001.png and so on\n");
  });
});

test.each(["ply", "spz"] as const)("a world's .%s that is a page: 4, and the old file stays", async (format) => {
  const desk = deskInProcess({ polls: 0 });
  const { worldId } = desk.model.addWorld();
  desk.file(`${worldId}.${format}`, "old");
  desk.model.script.on("files.get", [fault.content(PAGE)]);
  const { code, stderr } = await desk.run(["world", "download", worldId, "-o", ".", "--format", format]);
  expect([code, stderr]).toEqual([
    4,
    expect.stringMatching(new RegExp(`${worldId}\\.${format}: expected .*, found HTML`)),
  ]);
  expect(desk.read(`${worldId}.${format}`).toString()).toBe("old");
});

test("a model that is JSON: 4, and the old file stays", async () => {
  const desk = await setUp();
  desk.file("chair.glb", "old");
  desk.service.script.on("files.get", [fault.content('{"error":"expired"}')]);
  const { code, stderr } = await desk.run(["gen3d", "text-to-3d", "a chair", "--wait", "-o", "chair.glb", ...FAST]);
  expect([code, stderr]).toEqual([4, expect.stringContaining("chair.glb: expected GLB, found JSON")]);
  expect(desk.read("chair.glb").toString()).toBe("old");
});
