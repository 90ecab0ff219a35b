import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inputFile, inputName } from "../inputs.ts";
import { repository } from "../paths.ts";
import { milliseconds, ratio } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

/** A whole run of the built linter on a small scene, compared with a Node process that does nothing. */
export function cold({ quick, report }: SuiteOptions): Promise<void> {
  const entry = { kind: "service", size: 4_000 };
  const input = inputName(entry);
  const suite = "cold";
  const command = join(repository, "packages/usda-lint/dist/bin/usda-lint.js");
  if (!existsSync(command)) {
    report({ suite, input, what: "usda-lint", measured: "skipped: not built, run `pnpm build`" });
    return Promise.resolve();
  }
  const file = inputFile(entry);
  const rounds = quick ? 10 : 40;
  const lint = [command, file];
  // The commands keep their compiled code on disk; the first run on a machine has none.
  const variants = [
    { what: "node -e 0", args: ["-e", "0"], env: {} },
    { what: "usda-lint", args: lint, env: {} },
    { what: "usda-lint, no compile cache", args: lint, env: { NODE_DISABLE_COMPILE_CACHE: "1" } },
  ];
  const times = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { what, args, env }] of variants.entries()) {
      const { time, status, output } = run(args, env);
      if (status !== 0) {
        report({ suite, input, what, measured: `exit code ${status}: ${output}`, crashed: true });
        return Promise.resolve();
      }
      times[index]?.push(time);
    }
  }
  const base = Math.min(...(times[0] ?? []));
  for (const [index, { what }] of variants.entries()) {
    const all = times[index] ?? [];
    const least = Math.min(...all);
    const beyond = least - base;
    const goal = what === "usda-lint";
    report({
      suite,
      input,
      what,
      measured:
        index === 0 ? milliseconds(least) : `${milliseconds(least)}: +${milliseconds(beyond)}, ${ratio(least / base)}`,
      target: goal ? `≤ ${targets.cold}×` : undefined,
      met: goal ? least / base <= targets.cold : undefined,
      figures: { least, median: all.toSorted((a, b) => a - b)[all.length >> 1] },
    });
  }
  return Promise.resolve();
}

interface Run {
  time: number;
  status: number | null;
  output: string;
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { time: performance.now() - start, status, output: (stdout + stderr).trim().slice(0, 80) };
}
