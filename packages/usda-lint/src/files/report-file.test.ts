import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TestFolder } from "../test-support/run-command.ts";
import { openReportFile } from "./report-file.ts";

test("nothing is to be seen before the end", async () => {
  using folder = new TestFolder({ "old.json": "old" });
  for (const [name, before] of [
    ["old.json", "old"],
    ["new/deep/r.json", undefined],
  ] as const) {
    const file = join(folder.path, name);
    const sink = openReportFile(file);
    await sink.write("half");
    expect(statSync(file, { throwIfNoEntry: false }) && readFileSync(file, "utf8")).toBe(before);
    await sink.write(Buffer.from(" and half"));
    sink.close();
    expect(readFileSync(file, "utf8")).toBe("half and half");
  }
  expect(readdirSync(folder.path, { recursive: true, encoding: "utf8" }).toSorted()).toEqual([
    "new",
    "new/deep",
    "new/deep/r.json",
    "old.json",
  ]);
});

test("two reports at once", async () => {
  using folder = new TestFolder();
  const file = join(folder.path, "r.json");
  const [one, two] = [openReportFile(file), openReportFile(file)];
  await one.write("one");
  await two.write("two");
  two.close();
  one.close();
  expect([readFileSync(file, "utf8"), readdirSync(folder.path)]).toEqual(["one", ["r.json"]]);
});

test.skipIf(process.platform === "win32")("links and permissions stay", async () => {
  using folder = new TestFolder({ "real.json": "old" });
  const real = join(folder.path, "real.json");
  chmodSync(real, 0o640);
  symlinkSync("real.json", join(folder.path, "link.json"));
  const sink = openReportFile(join(folder.path, "link.json"));
  await sink.write("new");
  sink.close();
  expect(readFileSync(real, "utf8")).toBe("new");
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(folder.path, "link.json")).isSymbolicLink()).toBe(true);
});

test.skipIf(process.platform === "win32")("a device is written to as it is", async () => {
  const sink = openReportFile("/dev/null");
  await sink.write("x".repeat(100_000));
  sink.close();
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});

test("a folder is rejected", () => {
  using folder = new TestFolder({ "d/x": "" });
  expect(() => openReportFile(join(folder.path, "d"))).toThrow(/EISDIR/);
  writeFileSync(join(folder.path, "file"), "");
  expect(() => openReportFile(join(folder.path, "file/r.json"))).toThrow(/ENOTDIR|EEXIST/);
});
