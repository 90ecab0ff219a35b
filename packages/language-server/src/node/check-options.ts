/** From the settings of a configuration to the options of a check: the files that it names are read. */
import { readFile, stat } from "node:fs/promises";
import type { Settings } from "@usdkit/lint-config/settings";
import { parseUsda } from "@usdkit/usda";
import type { CheckOptions } from "@usdkit/validate";

const MAX_BASE_BYTES = 64 * 1024 ** 2;

export interface Options {
  readonly options: CheckOptions;
  /** A file of the settings that cannot be used; the check goes on without it. */
  readonly problem: string | undefined;
}

/** Returns the options of the engine. */
export async function checkOptionsOf(settings: Settings): Promise<Options> {
  const { profile, maxResolution, rules, primOverrides, customRules, base, assets } = settings;
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
  return {
    options: {
      profile,
      rules,
      ...(maxResolution === undefined ? {} : { maxResolution }),
      ...(baseLayer === undefined ? {} : { base: baseLayer }),
      ...(ids === undefined ? {} : { assets: ids }),
      ...(primOverrides.length === 0 ? {} : { overrides: primOverrides }),
      ...(customRules.length === 0 ? {} : { customRules }),
    },
    problem: problems.length === 0 ? undefined : problems.join("; "),
  };
}

function readIds(bytes: Uint8Array): readonly string[] {
  const ids: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(ids)) throw new TypeError('expected a list of mesh ids, as in ["chair-01", "room-7"]');
  return ids.map((id: unknown) => {
    if (typeof id !== "string") throw new TypeError(`expected a list of mesh ids, found ${JSON.stringify(id)}`);
    return id;
  });
}
