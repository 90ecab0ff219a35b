/** Which files of a run are composed. A module without composition: a run of files that are not composed does not load it. */
import { hasServiceStatement, usdProfiles, type Profile, type ResolvedProfile } from "@usdkit/validate";
import { isBinaryLayer } from "@usdkit/base";
import { absolutePath } from "@usdkit/command/files/input";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import type { Settings } from "@usdkit/lint-config/settings";
import type { Entry } from "../files/entries.ts";

/** Which files are composed: every one, or those whose profile is one of USD. */
export type ComposedFiles = "all" | "usd";

/** A file of the run, and what is known of it. */
export interface ChosenFile {
  /** Among the files of the run. */
  readonly index: number;
  readonly entry: Extract<Entry, { kind: "file" }>;
  /** Absolute. */
  readonly file: string;
  readonly settings: Settings;
  /** The profile of its text, if an earlier run has found it. */
  readonly profile?: ResolvedProfile | undefined;
}

/** How files are chosen. */
export interface ChooseOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly composed: ComposedFiles;
  /** Returns what an earlier run has found about a file that was not written since. */
  readonly profileOf: (file: string, settings: Settings, index: number) => Promise<ResolvedProfile | undefined>;
}

/** Returns a file if it may be composed; undefined if it is not, as its configuration or its text shows. */
export async function chooseRoot(
  entry: Entry,
  index: number,
  { cwd, configs, composed, profileOf }: ChooseOptions,
): Promise<ChosenFile | undefined> {
  // Stages of settled files are known.
  if (entry.kind !== "file") return undefined;
  const file = absolutePath(entry.input, cwd);
  try {
    const { settings, ignored } = await configs.find(file);
    if (ignored) return undefined;
    const { profile = "auto" } = settings;
    if (composed === "usd" && profile !== "auto" && !isUsdProfile(profile)) return undefined;
    const isPlain = entry.isFile === true && entry.input.inner === undefined;
    const known = isPlain ? await profileOf(file, settings, index) : undefined;
    const isDecided = composed === "all" || profile !== "auto";
    const isOfUsd = async (): Promise<boolean> =>
      known === undefined ? !(await isSceneOfService(entry)) : isUsdProfile(known);
    return isDecided || (await isOfUsd()) ? { index, entry, file, settings, profile: known } : undefined;
  } catch {
    // The check of the file by itself reports what is wrong with it or its configuration.
    return undefined;
  }
}

/** Whether a profile is one of USD, whose files are composed. */
export function isUsdProfile(profile: Profile): boolean {
  return usdProfiles.some((each) => each === profile);
}

/** Whether one line shows it, so that the file need not be parsed to know. */
async function isSceneOfService(entry: ChosenFile["entry"]): Promise<boolean> {
  const source = await entry.read();
  return !isBinaryLayer(source) && hasServiceStatement(source);
}
