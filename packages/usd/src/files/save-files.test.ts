import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { finishSaves, revisionOf, SaveError, saveFiles } from "./save-files.ts";

let folder = "";
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "usdkit-save-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns a new folder with files of one letter. */
function files(...names: readonly string[]): { place: string; path: (name: string) => string } {
  const place = mkdtempSync(join(folder, "files-"));
  for (const name of names) writeFileSync(join(place, name), "old");
  return { place, path: (name) => join(place, name) };
}

const change = (path: string, before: string | null = "old"): Parameters<typeof saveFiles>[0][number] => ({
  path,
  bytes: bytes("new"),
  before: before === null ? undefined : revisionOf(bytes(before)),
});

describe("saveFiles", () => {
  test("writes all files, keeps modes and links, and leaves nothing else", () => {
    const { place, path } = files("a", "b");
    chmodSync(path("a"), 0o640);
    symlinkSync(path("b"), path("link"));
    saveFiles([change(path("a")), change(path("link")), change(path("c"), null)]);
    expect(readdirSync(place).sort()).toEqual(["a", "b", "c", "link"]);
    for (const name of ["a", "b", "c"]) expect(readFileSync(path(name), "utf8")).toBe("new");
    expect(statSync(path("a")).mode & 0o777).toBe(0o640);
  });

  test.each(["ol", "old!", "OLD", ""])("compares contents that the caller kept: %j is not the file's", (read) => {
    const { place, path } = files("a");
    const save = (kept: string): void =>
      saveFiles([{ path: path("a"), bytes: bytes("new"), before: "", read: bytes(kept) }]);
    expect(() => save(read)).toThrow("changed in the meantime");
    expect(readFileSync(path("a"), "utf8")).toBe("old");
    save("old");
    expect(readFileSync(path("a"), "utf8")).toBe("new");
    expect(readdirSync(place)).toEqual(["a"]);
  });

  test("a file that is read-only stays, for root too", () => {
    const { place, path } = files("a", "b");
    chmodSync(path("b"), 0o444);
    const save = (): void => saveFiles([change(path("a")), change(path("b"))]);
    expect(save).toThrow(`${path("b")} is read-only: make it writable, or write to another layer. Nothing was written`);
    expect(save).toThrow(expect.objectContaining({ isConflict: false }));
    expect(readdirSync(place)).toEqual(["a", "b"]);
    expect(readFileSync(path("a"), "utf8")).toBe("old");
  });

  test.each([
    ["changed", "other", "changed in the meantime"],
    ["that there was none", null, "was created in the meantime"],
  ])("writes none if one %s", (_name, before, message) => {
    const { place, path } = files("a", "b");
    const save = (): void => saveFiles([change(path("a")), change(path("b"), before)]);
    expect(save).toThrow(message);
    expect(save).toThrow(expect.objectContaining({ isConflict: true }));
    expect(readdirSync(place)).toEqual(["a", "b"]);
    expect(readFileSync(path("a"), "utf8")).toBe("old");
  });

  test("refuses files that a running process writes", () => {
    const { path } = files("a");
    const lock = { pid: process.pid, host: hostname(), journal: path(".a.1-1.usdkit-journal") };
    writeFileSync(path(".a.usdkit-lock"), JSON.stringify(lock));
    expect(() => saveFiles([change(path("a"))])).toThrow(`is being written by process ${process.pid}`);
    expect(() => saveFiles([change(path("a"))])).toThrow(SaveError);
  });
});

describe("saves of a process that ended", () => {
  /** No process has this number. */
  const pid = 2 ** 30;

  function interrupted(isDecided: boolean): ReturnType<typeof files> {
    const found = files("a", "b");
    const { path } = found;
    const journal = path(`.a.${pid}-1.usdkit-journal`);
    for (const name of ["a", "b"]) {
      writeFileSync(path(`.${name}.usdkit-lock`), JSON.stringify({ pid, host: hostname(), journal }));
      writeFileSync(path(`.${name}.${pid}-1.usdkit-tmp`), "new");
    }
    const entries = ["a", "b"].map((name) => {
      const temporary = path(`.${name}.${pid}-1.usdkit-tmp`);
      return { temporary, path: path(name), sha256: revisionOf(bytes("new")) };
    });
    if (isDecided) writeFileSync(journal, JSON.stringify(entries));
    return found;
  }

  test.each([
    ["are finished after their decision", true, "new"],
    ["are taken back before", false, "old"],
  ])("%s", (_name, isDecided, content) => {
    const { place, path } = interrupted(isDecided);
    finishSaves([path("a"), path("b")]);
    expect(readFileSync(path("a"), "utf8") + readFileSync(path("b"), "utf8")).toBe(content + content);
    expect(readdirSync(place)).toEqual(["a", "b"]);
  });

  test("do not stop the next save", () => {
    const { place, path } = interrupted(true);
    saveFiles([{ path: path("a"), bytes: bytes("newer"), before: revisionOf(bytes("new")) }]);
    expect(readFileSync(path("a"), "utf8")).toBe("newer");
    expect(readFileSync(path("b"), "utf8")).toBe("new");
    expect(existsSync(join(place, ".a.usdkit-lock"))).toBe(false);
  });

  test("leave no lock that has not got its name yet; one that is being written stays", () => {
    const { place, path } = files("a", "b");
    const left = (owner: number, mark: string): string => {
      const journal = path(`.a.${owner}-1.usdkit-journal`);
      writeFileSync(path(`.a.usdkit-lock.${mark}`), JSON.stringify({ pid: owner, host: hostname(), journal }));
      return `.a.usdkit-lock.${mark}`;
    };
    left(pid, "0123456789ab");
    const alive = left(process.pid, "0123456789ac");
    const empty = path(".a.usdkit-lock.0123456789ad");
    writeFileSync(empty, "");
    writeFileSync(path(".a.usdkit-lock.0123456789ae"), "");
    utimesSync(path(".a.usdkit-lock.0123456789ae"), 1, 1);
    writeFileSync(path(".a.usdkit-lock.notes"), "");
    saveFiles([change(path("a"))]);
    expect(readdirSync(place).sort()).toEqual(
      [alive, ".a.usdkit-lock.0123456789ad", ".a.usdkit-lock.notes", "a", "b"].sort(),
    );
  });

  test("that cannot be removed are no error of a save that was made", () => {
    const { place, path } = files("a");
    mkdirSync(path(".a.usdkit-lock.0123456789ab"));
    utimesSync(path(".a.usdkit-lock.0123456789ab"), 1, 1);
    saveFiles([change(path("a"))]);
    expect(readdirSync(place).sort()).toEqual([".a.usdkit-lock.0123456789ab", "a"]);
  });

  test("cannot name files that are not locked for them", () => {
    const { path } = files("a");
    const other = files("secret");
    const journal = path(`.a.${pid}-1.usdkit-journal`);
    writeFileSync(path(".a.usdkit-lock"), JSON.stringify({ pid, host: hostname(), journal }));
    writeFileSync(other.path(".secret.x.usdkit-tmp"), "evil");
    const entry = {
      temporary: other.path(".secret.x.usdkit-tmp"),
      path: other.path("secret"),
      sha256: revisionOf(bytes("evil")),
    };
    writeFileSync(journal, JSON.stringify([entry, null, 1]));
    finishSaves([path("a")]);
    expect(readFileSync(other.path("secret"), "utf8")).toBe("old");
  });
});
