import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FileError } from "../errors/file-errors.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import { serveHttp } from "../test-support/loopback.ts";
import { smallDisk } from "../test-support/small-disk.ts";
import { noise, rejection, uploadSite } from "../test-support/uploads.ts";
import { saveFile } from "./save-file.ts";

describe("a full disk", () => {
  test("ends a download, keeps the existing file, and leaves no partial one", async ({ skip }) => {
    using disk = smallDisk(400_000);
    if (disk === undefined) return skip();
    await using site = await uploadSite();
    const url = site.service.files.put("a.bin", noise(1_000_000));
    const path = join(disk.folder, "out.bin");
    await writeFile(path, "old");
    const error = await rejection(saveFile(site.transport, nodePlatform, { url, place: path }));
    expect(error).toBeInstanceOf(FileError);
    expect(String(error)).toContain(`${path} could not be written: the disk is full`);
    expect(await readdir(disk.folder)).toEqual(["out.bin"]);
  });

  test("ends the upload of a stream before anything is sent", async ({ skip }) => {
    using disk = smallDisk(4_000_000);
    if (disk === undefined) return skip();
    await using site = await uploadSite();
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = disk.folder;
    try {
      // The system's environment has it too: a test file before this one may not have replaced `process.env`.
      expect(tmpdir()).toBe(disk.folder);
      const stream = new Blob([noise(10_000_000)]).stream();
      const error = await rejection(site.assets.upload(stream, { name: "a.bin" }));
      expect(error).toBeInstanceOf(FileError);
      expect(String(error)).toMatch(/the disk is full.*Nothing was sent/);
      expect(await readdir(disk.folder)).toEqual([]);
      expect(site.service.record.requests).toEqual([]);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
  });

  test.skipIf(process.platform === "win32")("a process file-size limit ends a download in the same way", async () => {
    const bytes = noise(1_000_000);
    await using server = await serveHttp((_, response) => response.end(bytes));
    const folder = await mkdtemp(join(tmpdir(), "usdkit-test-"));
    try {
      const script = join(import.meta.dirname, "../test-support/save-in-process.ts");
      const child = [
        "-c",
        'ulimit -f 200; exec "$0" "$@"',
        process.execPath,
        script,
        `${server.url}/a`,
        join(folder, "a"),
      ];
      const { stdout } = await run("bash", child);
      expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({
        name: "FileError",
        message: expect.stringContaining("takes no file of that size") as unknown,
      });
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function run(command: string, args: readonly string[]): Promise<{ readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, stdout) => (error === null ? resolve({ stdout }) : reject(error)));
  });
}
