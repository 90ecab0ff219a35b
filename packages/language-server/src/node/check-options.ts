/** From the settings of a configuration to the options of a check: the files that it names are read. */
import { readFile, stat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { withSlashes } from "@usdkit/command/files/input";
import { readBaseline, type BaselineEntry } from "@usdkit/lint-config/baseline-entries";
import type { Settings } from "@usdkit/lint-config/settings";
import { parseUsda } from "@usdkit/usda";
import type { SceneCheckOptions } from "@usdkit/validate";

const MAX_BASE_BYTES = 64 * 1024 ** 2;

export interface Options {
  readonly options: SceneCheckOptions;
  /** A file of the settings that cannot be used; the check goes on without it. */
  readonly problem: string | undefined;
}

/**
 * Returns the options of the engine for a file.
 *
 * @param path absolute
 */
export async function checkOptionsOf(settings: Settings, path: string): Promise<Options> {
  const { profile, maxResolution, rules, primOverrides, customRules, base, assets, baseline } = settings;
  const problems: string[] = [];
  const read = async <Value>(file: string, use: (bytes: Uint8Array) => Value): Promise<Value | undefined> => {
    try {
      const { size } = await stat(file);
      if (size > MAX_BASE_BYTES) throw new RangeError(`the file has ${size} bytes; the limit is ${MAX_BASE_BYTES}`);
      return use(await readFile(file));
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  const baseLayer = base === undefined ? undefined : await read(base, (bytes) => parseUsda(bytes).layer);
  const ids = typeof assets === "string" ? await read(assets, readIds) : assets;
  const known = baseline === undefined ? undefined : await read(baseline, (bytes) => readKnown(bytes, baseline, path));
  return {
    options: {
      profile,
      rules,
      ...(maxResolution === undefined ? {} : { maxResolution }),
      ...(baseLayer === undefined ? {} : { base: baseLayer }),
      ...(ids === undefined ? {} : { assets: ids }),
      ...(primOverrides.length === 0 ? {} : { overrides: primOverrides }),
      ...(customRules.length === 0 ? {} : { customRules }),
      ...(known === undefined ? {} : { known }),
    },
    problem: problems.length === 0 ? undefined : problems.join("; "),
  };
}

/** Returns the files that settings name, absolute. */
export function namedBy({ base, assets, baseline }: Settings): readonly (string | undefined)[] {
  return [base, typeof assets === "string" ? assets : undefined, baseline];
}

/** Returns the entries of a baseline for a file. */
function readKnown(bytes: Uint8Array, baseline: string, path: string): readonly BaselineEntry[] {
  const name = withSlashes(relative(dirname(baseline), path));
  return [...(readBaseline(new TextDecoder().decode(bytes)).get(name)?.values() ?? [])];
}

function readIds(bytes: Uint8Array): readonly string[] {
  const ids: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(ids)) throw new TypeError('expected a list of mesh ids, as in ["chair-01", "room-7"]');
  return ids.map((id: unknown) => {
    if (typeof id !== "string") throw new TypeError(`expected a list of mesh ids, found ${JSON.stringify(id)}`);
    return id;
  });
}
