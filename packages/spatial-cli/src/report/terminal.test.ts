/** Terminal output, in a real terminal if `script` can provide one; in a pipe there is no progress. */
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { join } from "node:path";
import { deskInProcess } from "../test-support/run-in-process.ts";
import { NO_TERMINAL, SCENES, setUp } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const FAST = ["--interval", "0.15"];
/** The line is redrawn from its start. */
const LOOK = "\r\x1b[2K";

/** Returns the permanent lines, as a terminal shows them at the end. */
function left(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.slice(line.lastIndexOf(LOOK) + 1).replace("\x1b[2K", ""))
    .map((line) => line.replaceAll("\r", ""));
}

describe("a terminal", () => {
  test("shows the progress of an upload and erases it at the end", async () => {
    const desk = deskInProcess({ blockSize: 100_000 });
    desk.file("room.bin", Buffer.alloc(800_000, 7));
    desk.model.script.always("assets.uploadPart", fault.latency(60));
    const { code, stdout } = await desk.run(["upload", "room.bin"], { terminal: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\r\x1b\[2K\S+ room\.bin {2}\[#* *\] +\d+ % {2}[\d.]+ \w+ of 800\.0 kB/);
    expect(left(stdout)).toEqual([expect.stringMatching(/^http\S+room\.bin$/), ""]);
  });

  test("shows the operation it waits for, and its progress", async () => {
    const desk = deskInProcess();
    desk.model.script.outcome("worlds", outcome.succeeds(4));
    const args = ["world", "generate", "--prompt", "a room", "--wait", ...FAST];
    const { code, stdout } = await desk.run(args, { terminal: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\r\x1b\[2KRUNNING {2}\[#+ +\] +\d+ %/);
    expect(left(stdout).join("\n")).not.toContain("RUNNING");
    expect(left(stdout).join("\n")).toContain("SUCCEEDED");
  });

  test("shows a render and the download of its image", async () => {
    const desk = deskInProcess();
    desk.model.script.always("files.get", fault.drip(20, 40));
    const { code, stdout } = await desk.run(["render", SCENE, "-o", "a.png", ...FAST], { terminal: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/\r\x1b\[2Krendering for \d+ s/);
    expect(stdout).toMatch(/\r\x1b\[2Kfetching the image {2}\[#* *\] +\d+ % {2}/);
    expect(left(stdout).filter((line) => !/^job |^a\.png(: \d.*)?$/.test(line))).toEqual([""]);
  });

  test("shows a download", async () => {
    const desk = deskInProcess({ fileSize: 100_000 });
    const { worldId } = desk.model.addWorld();
    await desk.run(["world", "wait", worldId, ...FAST]);
    desk.model.script.always("files.get", fault.drip(10_000, 60));
    const { code, stdout } = await desk.run(["world", "download", worldId, "-o", "out"], { terminal: 100 });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`${worldId}\\.(ply|spz) {2}\\[#* *\\] +\\d+ %`));
    expect(left(stdout).join("\n")).not.toContain("%");
  });
});

describe.skipIf(NO_TERMINAL !== undefined)(`a real terminal ${NO_TERMINAL ?? ""}`, () => {
  test("shows the frames of a stream, and erases the line before it handles Ctrl-C", async () => {
    const desk = await setUp();
    const running = desk.start(["stream", SCENE, "-o", "out", ...FAST], { terminal: true });
    await running.said("frame 1");
    // As the terminal does on Ctrl-C.
    running.child.stdin?.write("\x03");
    const { code, stdout } = await running.ended;
    expect(code).toBe(130);
    expect(stdout).toContain(`${LOOK}interrupted; closing`);
    expect(desk.service.record.openSessions).toEqual([]);
  });

  test("without escape sequences shows no line", async () => {
    const desk = await setUp();
    desk.file("a.bin", "a");
    const { code, stdout } = await desk.run(["upload", "a.bin"], { terminal: true, env: { TERM: "dumb" } });
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("\x1b")]);
  });
});

test.each<readonly [string, readonly string[]]>([
  ["upload", ["upload", "a.bin"]],
  ["render", ["render", SCENE, "-o", "a.png", ...FAST]],
  ["world", ["world", "generate", "--prompt", "a room", "--wait", ...FAST]],
  ["stream", ["stream", SCENE, "--frames", "1", ...FAST]],
])("a pipe gets no progress line: %s", async (_, args) => {
  const desk = deskInProcess();
  desk.file("a.bin", Buffer.alloc(100_000));
  const { code, stdout, stderr } = await desk.run(args);
  expect([code, `${stdout}${stderr}`]).toEqual([0, expect.not.stringMatching(/[\r\x1b%]/)]);
  expect(
    stderr.split("\n").filter((line) => !/^(job|world|session) \S+ \((?:resume|close) with: |^a\.png: /.test(line)),
  ).toEqual([""]);
});
