import { expect, test } from "vitest";
import { dump } from "./dump.ts";
import { fmt } from "./fmt.ts";
import { lint } from "./lint.ts";
import { tree } from "./tree.ts";
import type { Command, Program } from "@usdkit/command/cli/command";
import { COMMON_OPTIONS } from "../common-options.ts";
import { parseSimply } from "@usdkit/command/cli/parse-arguments";
import { parseWithYargs } from "@usdkit/command/cli/parse-with-yargs";

const program: Program = { name: "x", describe: "", commands: {}, version: async () => "", options: {}, epilogue: "" };
const command = (each: Command): Command => ({ ...each, builder: { ...each.builder, ...COMMON_OPTIONS } });

// What the simple parser reads, yargs must read in the same way.
test.each<[Command, string[]]>([
  [lint, []],
  [lint, ["a", "b"]],
  [lint, ["-"]],
  [lint, ["007", "1e3"]],
  [lint, ["--", "-x", "--quiet"]],
  [lint, ["a", "--format", "json=x=y", "--format", "concise", "b"]],
  [lint, ["--format=json", "--quiet", "--max-warnings=3"]],
  [lint, ["--profile", "usda", "--profile", "patch"]],
  [lint, ["--no-color", "--rule", "a:off", "--rule", "b:error"]],
  [lint, ["--color", "--stdin-filename", "a b.usda", "-"]],
  [dump, ["--files-from", "-", "--root", "x", "--digest"]],
  [fmt, ["--check", "a", "--diff"]],
  [tree, ["a", "--depth", "2", "--properties"]],
])("%o %j", async (each, argv) => {
  const simple = parseSimply(command(each), argv);
  const full = (await parseWithYargs(program, command(each), argv)) ?? {};
  expect(simple).toBeDefined();
  for (const [name, value] of Object.entries(simple ?? {})) expect([name, full[name]]).toEqual([name, value]);
  for (const name of ["quiet", "color", "format", "rule", "maxWarnings", "digest", "check", "depth"]) {
    expect([name, simple?.[name]]).toEqual([name, full[name]]);
  }
});

test.each([
  ["--fromat", "x"],
  ["--max-warnings", "x"],
  ["--profile", "x"],
  ["--quiet=maybe"],
  ["--format"],
  ["--help"],
])("leaves %j %j to yargs", (...argv: string[]) => {
  expect(parseSimply(command(lint), argv)).toBeUndefined();
});
