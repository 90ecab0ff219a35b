// Campaign: The English of the messages about 20,000 damaged files

// The English of all terminal output: help texts, findings, parser errors.
import { memoryContext } from "../../packages/command/src/context/memory-context.ts";
import type { Commands } from "../../packages/command/src/cli/command.ts";
import { parseUsda } from "@usdkit/usda";
import { rulePage, rules, validate } from "@usdkit/validate";
import { describe, expect, inject, test } from "vitest";
import { main as spatial } from "../../packages/spatial-cli/src/bin/main.ts";
import { commands as spatialCommands } from "../../packages/spatial-cli/src/commands/index.ts";
import { main as usdaOrLint } from "../../packages/usda-lint/src/bin/main.ts";
import { lintCommands, usdaCommands } from "../../packages/usda-lint/src/commands/index.ts";
import { mutate } from "../robustness/mutations.ts";
import { readSeeds } from "../robustness/seeds.ts";
import { faultsOf } from "./wording.ts";

type Run = (argv: readonly string[], context: ReturnType<typeof memoryContext>) => Promise<number>;

/** The calls that name a command: `["job", "wait"]`. */
function callsOf(commands: Commands, before: readonly string[] = []): (readonly string[])[] {
  return Object.entries(commands).flatMap(([name, entry]) => {
    const call = [...before, name];
    return "commands" in entry ? [call, ...callsOf(entry.commands, call)] : [call];
  });
}

describe.each<[string, Commands, Run]>([
  ["usda-lint", lintCommands, (argv, context) => usdaOrLint("usda-lint", argv, context)],
  ["usda", usdaCommands, (argv, context) => usdaOrLint("usda", argv, context)],
  ["spatial", spatialCommands, spatial],
])("%s", (name, commands, run) => {
  const calls = [[], ...callsOf(commands)];
  const print = async (argv: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
    const context = memoryContext({ cwd: import.meta.dirname });
    const code = await run(argv, context);
    return { code, ...context.output() };
  };

  test("every help text, by -h and --help", async () => {
    const faults: string[] = [];
    for (const call of calls) {
      const { code, stdout, stderr } = await print([...call, "--help"]);
      expect([call, code, stderr]).toEqual([call, 0, ""]);
      expect(await print([...call, "-h"])).toEqual({ code, stdout, stderr });
      expect(stdout).toContain(`${name} `);
      faults.push(...faultsOf(stdout));
    }
    expect(faults).toEqual([]);
  });

  test("every command has -V and --version", async () => {
    const { stdout } = await print(["--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    for (const call of calls) {
      for (const flag of ["-V", "--version"])
        expect(await print([...call, flag])).toEqual({ code: 0, stdout, stderr: "" });
    }
  });

  test("usage errors", async () => {
    for (const call of calls) {
      for (const wrong of [["--no-such-option"], ["--color=x"], []]) {
        const { stderr } = await print([...call, ...wrong, ...(wrong.length === 0 ? ["a", "b", "c", "d", "e"] : [])]);
        expect([call, faultsOf(stderr)]).toEqual([call, []]);
      }
    }
  });
});

test("rules: their pages, and the findings in their examples", () => {
  const faults = rules.flatMap((rule) => {
    const { good, bad } = rule.examples?.() ?? { good: [], bad: [] };
    const found = [...good, ...bad].flatMap(({ source, profile = "offline", ...options }) =>
      validate(source, { profile, ...options }),
    );
    const texts = found.flatMap(({ message, hint = "", related, fixes }) => [
      message,
      hint,
      ...related.map((place) => place.message),
      ...fixes.map(({ title }) => title),
    ]);
    const [prose = ""] = rulePage(rule).split("## Found");
    return [...texts, prose].flatMap(faultsOf);
  });
  expect(faults).toEqual([]);
});

test("errors of the parser in damaged files", () => {
  const seeds = readSeeds();
  const found = new Set<string>();
  for (let number = 0; number < (inject("deep") ? 20_000 : 400); number++) {
    const { bytes } = mutate(seeds, 29, number);
    for (const { message, hint = "" } of parseUsda(bytes).diagnostics) {
      found.add(message);
      found.add(hint);
    }
  }
  expect(found.size).toBeGreaterThan(200);
  expect(Array.from(found).flatMap(faultsOf)).toEqual([]);
});
