/** The findings of one stage, by layer. */
import { openLayer, parseLayerName, Stage } from "@usdkit/usd";
import { isEnabled, type CheckOptions, type ResolvedProfile, type StageLimits } from "@usdkit/validate";
import {
  checkVariants,
  schemaSetOf,
  StageCheck,
  stageRules,
  type StageCheckOptions,
  type StageFinding,
} from "@usdkit/validate/stage";
import { path } from "@usdkit/command/process/builtins";
import { openPackage } from "@usdkit/usdz";
import type { SharedFiles, Trace } from "./shared-files.ts";

/** How stages are composed: the flags of the command line, with absolute paths. */
export interface CompositionSettings {
  /** By prim path: selections by variant set. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly searchPaths: readonly string[];
  /** Absolute folders outside of which no file is read. Default: everywhere. */
  readonly allowed?: readonly string[] | undefined;
  readonly session: string | undefined;
  /** Combinations of variants of a stage that are checked, besides its own selections. */
  readonly maxVariants: number;
  /** Prims of a stage that are checked; default 500,000. */
  readonly maxPrims?: number | undefined;
}

/** A few references to each other make stages of any size; a prim takes up to 3 KB. */
const MAX_PRIMS = 500_000;

/** What composing one root layer found. Plain data, so that it can be kept. */
export interface CheckedRoot {
  readonly profile: ResolvedProfile;
  /** Findings in all layers of the stage. */
  readonly findings: readonly StageFinding[];
  /** Whether the stage has more prims than are checked. */
  readonly isLimited: boolean;
  /** Combinations of variants that were not checked. */
  readonly variantsLeft: number;
  /** Rules that threw, for messages. */
  readonly problems: readonly string[];
  /** Files with layers that the stage uses, the root among them. */
  readonly files: readonly string[];
}

/** A root layer, and how it is checked. */
export interface RootToCheck {
  /** Absolute, with `/`. */
  readonly root: string;
  readonly profile: ResolvedProfile;
  /** Levels of the configuration of the root. */
  readonly options: Pick<CheckOptions, "rules" | "overrides"> & {
    readonly limits?: StageLimits | undefined;
    /** Absolute paths of schemas of a site. */
    readonly schemas?: readonly string[] | undefined;
  };
}

/**
 * Composes a root layer and runs the stage rules of its profile.
 *
 * @throws {Error} if the root or the session cannot be opened
 */
export async function checkRoot(
  { root, profile, options }: RootToCheck,
  { variants, session, maxVariants, maxPrims = MAX_PRIMS }: CompositionSettings,
  files: SharedFiles,
  trace: Trace,
): Promise<CheckedRoot> {
  const folder = path.posix.dirname(parseLayerName(root).file);
  const stage = await Stage.open(root, {
    resolver: files.resolver(folder, trace),
    variants,
    session,
  });
  const rules = stageRules.filter(({ meta }) => meta.profiles.includes(profile) && isEnabled(meta, options));
  const schemas = schemaSet(options.schemas ?? [], files, trace);
  const checkOptions = { rules, limits: options.limits, schemas, readAsset: assetReader(files, trace) };
  const check = new StageCheck(stage, { ...checkOptions, maxPrims });
  const steps = check.run();
  while (steps.next().done !== true);
  const own = check.findings({ listsPrims: true });
  const left = maxPrims - check.prims;
  const varied = checkVariants(check, checkOptions, {
    selections: variants,
    maxCombinations: maxVariants,
    maxPrims: left,
  });
  let step = await varied.next();
  while (step.done !== true) step = await varied.next();
  const used = new Set(stage.layers.map(({ anchor }) => parseLayerName(anchor).file));
  return {
    profile,
    findings: [...own, ...step.value.findings].map((each) => ({ ...withNames(each, folder), root })),
    isLimited: check.isLimited,
    variantsLeft: step.value.left,
    problems: check.failures.map(
      ({ rule, prim, error }) =>
        `the rule "${rule}" threw for <${prim}>: ${error instanceof Error ? error.message : String(error)}`,
    ),
    files: [...used],
  };
}

/** Returns a function that reads files, also those in packages, and notes it. */
function assetReader(files: SharedFiles, { read }: Trace): NonNullable<StageCheckOptions["readAsset"]> {
  return (identifier) => {
    const { file, inner } = parseLayerName(identifier);
    const bytes = files.read(file);
    read.set(file, bytes);
    return bytes === undefined ? undefined : entryOf(bytes, inner);
  };
}

/** Returns the bytes of a file in a package; those of the package itself without a path. */
function entryOf(bytes: Uint8Array, inner: readonly string[]): Uint8Array | undefined {
  let found: Uint8Array | undefined = bytes;
  for (const name of inner) found = found && openPackage(found).file(name)?.data;
  return found;
}

/** @throws {Error} if a file cannot be read */
function schemaSet(paths: readonly string[], files: SharedFiles, { read }: Trace): StageCheckOptions["schemas"] {
  if (paths.length === 0) return undefined;
  const sources = paths.map((file) => {
    const bytes = files.read(file);
    read.set(file, bytes);
    if (bytes === undefined) throw new Error(`${file}: there is no such file of schemas`);
    const plugInfo = file.replace(/[^/\\]*$/u, "plugInfo.json");
    const info = files.read(plugInfo);
    read.set(plugInfo, info);
    return { layer: openLayer(bytes).layer, plugInfo: info === undefined ? undefined : new TextDecoder().decode(info) };
  });
  return schemaSetOf(sources);
}

/** Messages name layers relative to the folder of the root, so that reports are the same on all machines. */
function withNames(found: StageFinding, folder: string): StageFinding {
  const message = found.finding.message.replaceAll(`@${folder}/`, "@");
  return message === found.finding.message ? found : { ...found, finding: { ...found.finding, message } };
}
