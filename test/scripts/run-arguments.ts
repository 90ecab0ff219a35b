import { randomInt } from "node:crypto";

/** The parsed arguments of `run-tests.ts`. */
export interface RunArguments {
  readonly deep: boolean;
  readonly ci: boolean;
  readonly slow: boolean;
  /** The seed of properties, if not the one that every run has. */
  readonly seed?: number;
  /** The remaining arguments, for vitest. */
  readonly rest: readonly string[];
}

/** Reads the arguments of `run-tests.ts`. Throws if `--seed` has no integer of 32 bits and is not `random`. */
export function readRunArguments(args: readonly string[]): RunArguments {
  const joined = args.flatMap((arg) => (arg.startsWith("--seed=") ? ["--seed", arg.slice("--seed=".length)] : [arg]));
  const at = joined.indexOf("--seed");
  const own = new Set(["--deep", "--ci", "--slow"]);
  return {
    deep: joined.includes("--deep"),
    ci: joined.includes("--ci"),
    slow: joined.includes("--slow"),
    ...(at === -1 ? {} : { seed: readSeed(joined[at + 1] ?? "") }),
    rest: joined.filter((arg, i) => !own.has(arg) && (at === -1 || (i !== at && i !== at + 1))),
  };
}

function readSeed(text: string): number {
  if (text === "random") return randomInt(0, 2 ** 31);
  const seed = Number(text);
  if (text !== "" && Number.isInteger(seed) && Math.abs(seed) <= 2 ** 31) return seed;
  throw new Error(`--seed ${text}: must be an integer of 32 bits or "random"`);
}
