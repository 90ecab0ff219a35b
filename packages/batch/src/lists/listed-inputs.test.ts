import { Readable } from "node:stream";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { expect, test } from "vitest";
import { listedInputs } from "./listed-inputs.ts";

/** Returns the names of a list that comes in parts, as a pipe gives them. */
async function namesOf(...parts: readonly (string | Buffer)[]): Promise<string[]> {
  const stdin = Readable.from(parts.map((each) => Buffer.from(each)));
  const names: string[] = [];
  for await (const { name } of listedInputs("-", { cwd: "/shows", stdin })) names.push(name);
  return names;
}

test("a name a line: line ends of Windows, empty lines, and characters that mean nothing here", async () => {
  expect(await namesOf("a.usda\r\n\r\nb c.usda\n# d.usda\n", "e", ".usda\nlast.usda")).toEqual([
    "a.usda",
    "b c.usda",
    "# d.usda",
    "e.usda",
    "last.usda",
  ]);
  expect(await namesOf("")).toEqual([]);
});

test("names that end in NUL bytes may have line ends, and bytes that are not UTF-8", async () => {
  expect(await namesOf("a\nb.usda\0", Buffer.from("c\xff.usda", "latin1"), "\0/other/d.usda\0")).toEqual([
    "a\nb.usda",
    String.raw`c\xff.usda`,
    "../other/d.usda",
  ]);
});

test("each file comes once, however it is written", async () => {
  expect(await namesOf("a.usda\nx/../a.usda\n./a.usda\n/shows/a.usda\nb.usda\na.usda\n")).toEqual(["a.usda", "b.usda"]);
});

test("names come before the list has ended", async () => {
  let isEnded = false;
  const stdin = (async function* () {
    yield Buffer.from("a.usda\n");
    yield Buffer.from("b.usda\n");
    isEnded = true;
  })();
  const first = await listedInputs("-", { cwd: "/shows", stdin }).next();
  expect([first.value, isEnded]).toMatchObject([{ name: "a.usda" }, false]);
});

test("a list that cannot be read is named", async () => {
  using folder = new TestFolder();
  const context = { cwd: folder.path, stdin: Readable.from([]) };
  await expect(listedInputs("none", context).next()).rejects.toThrow("none: no such file");
  await expect(listedInputs(".", context).next()).rejects.toThrow(".: is a folder");
  await expect(namesOf("x".repeat(70_000))).rejects.toThrow("a list of files has a name of more than 65536 bytes");
});
