import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand, TestFolder, type Result } from "../test-support/run-command.ts";

const shot = `#usda 1.0
def "World" (
    prepend references = @./lost.usda@
    prepend variantSets = "look"
)
{
    variantSet "look" = {
        "blue" {
        }
        "red" {
        }
    }
}
`;

let folder: TestFolder;
beforeEach(() => (folder = new TestFolder({ "shot.usda": shot, "ball.usda": '#usda 1.0\ndef "Ball"\n{\n}\n' })));
afterEach(() => folder[Symbol.dispose]());

const usda = (...args: readonly string[]): Promise<Result> => runCommand("usda", args, { cwd: folder.path });

test.each<[string, readonly string[], string]>([
  [
    "a variant",
    ["select", "look", "grin"],
    '/World{look=grin} was written, but "look" has no variant "grin": it has "blue", "red"',
  ],
  [
    "a variant set",
    ["select", "lok", "red"],
    '/World{lok=red} was written, but the prim has no variant set "lok": it has "look"',
  ],
  ["a layer", ["ref", "./zap.usda"], "shot.usda:5: </World> references @./zap.usda@: there is no such layer"],
  ["a prim", ["ref", "./ball.usda", "/Zap"], "ball.usda@</Zap>: there is no such prim"],
  ["a default prim", ["ref", "./ball.usda"], "default prim"],
])("%s that does not exist is written, with a note", async (_, [name = "", ...args], note) => {
  const { code, stderr } = await usda(name, "shot.usda", "/World", ...args);
  expect(code).toBe(0);
  // That of the reference from before is not of this edit.
  expect(stderr.trimEnd().split("\n")).toEqual([expect.stringContaining(note)]);
});

test.each<[string, readonly string[]]>([
  ["a variant that exists", ["select", "look", "blue"]],
  ["a prim that exists", ["ref", "./ball.usda", "/Ball"]],
  ["a reference that is removed", ["ref", "./lost.usda", "--remove"]],
])("%s: no note", async (_, [name = "", ...args]) => {
  const { code, stderr } = await usda(name, "shot.usda", "/World", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("a type that is almost another one is written, with a note", async () => {
  const { code, stderr } = await usda("add", "shot.usda", "/World/A", "Spher");
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'usda add: The type "Spher" was written, but did you mean "Sphere"?\n',
  });
  for (const type of ["Sphere", "OurOwnThing"]) {
    expect(await usda("add", "shot.usda", "/World/B", type)).toMatchObject({ code: 0, stderr: "" });
  }
});

test("notes are in the report, and many are counted", async () => {
  const edits = Array.from({ length: 25 }, (_, i) => ({ op: "reference", path: "/World", asset: `./x${i}.usda` }));
  const input = JSON.stringify(edits);
  const { stdout } = await runCommand("usda", ["edit", "shot.usda", "-", "--json", "--dry-run"], {
    cwd: folder.path,
    input,
  });
  const { notes } = JSON.parse(stdout) as { notes: string[] };
  expect(notes).toHaveLength(21);
  expect(notes[0]).toContain("@./x0.usda@: there is no such layer");
  expect(notes.at(-1)).toBe("5 more edits lead nowhere; usda compose lists all");
});
