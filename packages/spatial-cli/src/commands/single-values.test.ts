/** Every option with one value, of every command. */
import { positionalsOf, type CommandEntry, type Commands } from "@usdkit/command/cli/command";
import { parseArguments } from "@usdkit/command/cli/parse-arguments";
import { expect, test } from "vitest";
import { commands } from "./index.ts";

function entries(of: Commands, prefix: readonly string[] = []): [string, CommandEntry][] {
  return Object.entries(of).flatMap(([name, entry]): [string, CommandEntry][] => {
    const path = [...prefix, name];
    return "commands" in entry ? entries(entry.commands, path) : [[path.join(" "), entry]];
  });
}

test.each(entries(commands))("%s rejects options with one value that are given twice", async (_name, entry) => {
  const { command, builder } = await entry.load();
  // Positionals are in the table too, for their help.
  const positionals = new Set(positionalsOf(command).map(({ name }) => name));
  const options = Object.entries(builder).filter(([name]) => !positionals.has(name));
  const single = options.filter(([, { type, array }]) => type !== "boolean" && array !== true);
  expect(single.length).toBeGreaterThan(0);
  for (const [name, { choices = [] }] of single) {
    const value = String(choices[0] ?? "1");
    const call = (): unknown => parseArguments({ command, builder }, [`--${name}`, value, `--${name}`, value]);
    expect(call).toThrow(`Option "--${name}" is given 2 times; expected once`);
  }
});
