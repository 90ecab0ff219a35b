import type { InputKind } from "../inputs.ts";
import { targets } from "../targets.ts";
import { runRace } from "./race-suite.ts";
import type { SuiteOptions } from "./suite.ts";

/** The inputs that `--input` leaves, at `scale` times their size, and a file of 100 MB last if it is wanted. */
export function layerInputs({ inputs }: SuiteOptions, scale: number, hundred: boolean): InputKind[] {
  const all: InputKind[] = [
    { kind: "meshes", size: 10e6 * scale },
    { kind: "structure", size: 39e6 * scale },
    { kind: "animation", size: 42e6 * scale },
  ];
  if (hundred) all.push({ kind: "meshes", size: 100e6 });
  return all.filter(
    ({ kind, size }) => inputs.length === 0 || inputs.includes(kind) || inputs.includes(`${kind}${size / 1e6}`),
  );
}

/** A quick run takes a tenth. */
const scale = ({ quick }: SuiteOptions): number => (quick ? 0.1 : 1);

/** Time from bytes in memory to a layer. */
export async function open(options: SuiteOptions): Promise<void> {
  const service = { kind: "service", size: 4_000 };
  const wanted = options.inputs.length === 0 || options.inputs.includes("service") ? [service] : [];
  for (const input of [...wanted, ...layerInputs(options, scale(options), !options.quick)]) {
    const large = input.size > 60e6;
    const small = input.size < 1e6;
    await runRace(options, {
      suite: "open",
      operation: "open",
      input,
      peers: [
        "ours",
        "ours+read",
        "usd-core",
        "lightusd",
        "three",
        ...(large ? [] : ["tinyusdz"]),
        ...(input.kind === "structure" ? [] : ["json"]),
      ],
      // A small scene is parsed in less than a tenth of a millisecond, once the code is warm.
      repeats: small ? 3_000 : options.quick ? 5 : large ? 6 : 16,
      target: targets.open[input.kind],
      threadTarget: input.size < 30e6 ? undefined : targets.openOneThread[input.kind],
      targets: { lightusd: targets.openLightUsd },
    });
  }
}

/** Time from bytes in memory to every value read; the reference is walked from Python, in bulk where it allows. */
export async function touch(options: SuiteOptions): Promise<void> {
  for (const input of layerInputs(options, scale(options), false)) {
    await runRace(options, {
      suite: "touch",
      operation: "touch",
      input,
      peers: ["ours", "usd-core"],
      repeats: options.quick ? 4 : 5,
      target: targets.touch,
    });
  }
}

/** Time from a layer, just opened, to its text. */
export async function print(options: SuiteOptions): Promise<void> {
  for (const input of layerInputs(options, scale(options), false)) {
    await runRace(options, {
      suite: "print",
      operation: "print",
      input,
      peers: ["ours", "usd-core"],
      repeats: options.quick ? 4 : 5,
      target: targets.print[input.kind],
    });
  }
}
