/** Composes the root layers of a run, and collects what the stage rules found, by layer. */
import { resolveProfile, setVerdicts, type CheckOptions, type SetVerdict, type StageLimits } from "@usdkit/validate";
import { counted } from "@usdkit/base";
import { isBinaryLayer, openLayer, parseLayerName } from "@usdkit/usd";
import type { Deadline } from "@usdkit/batch/time/deadline";
import type { StageFinding } from "@usdkit/validate/stage";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import type { LintCache } from "../check/lint-cache.ts";
import { isUsdProfile, type ComposedFiles } from "./choose-roots.ts";
import { checkRoot, type CheckedRoot, type CompositionSettings } from "./check-root.ts";
import { joinStages } from "./join-stages.ts";
import { cachedRoot, keepRoot } from "./root-cache.ts";
import { newTrace, SharedFiles } from "./shared-files.ts";

/** A file of the run that is composed. */
export interface Root {
  /** Absolute, with `/`; `room.usdz[chair.usda]` for a layer in a package. */
  readonly file: string;
  /** For messages. */
  readonly name: string;
  /** Whether the user named it, rather than its folder or a glob. */
  readonly isNamed: boolean;
  /** Profile and levels of its configuration. */
  readonly options: RootOptions;
  /** Its bytes, if they are not those of the file: standard input, or what is staged. */
  readonly bytes?: Uint8Array | undefined;
}

/** Settings of a root by its configuration. */
export interface RootOptions extends Pick<CheckOptions, "profile" | "rules" | "overrides"> {
  readonly limits?: StageLimits | undefined;
  /** Absolute paths of schemas of a site. */
  readonly schemas?: readonly string[] | undefined;
}

/** The composed findings of a run. */
export interface ComposedFindings {
  /** By layer: absolute, with `/`; `room.usdz[chair.usda]` in a package. */
  readonly byLayer: ReadonlyMap<string, readonly StageFinding[]>;
  /** By root: whether its stage meets the requirement sets. */
  readonly verdicts: ReadonlyMap<string, readonly SetVerdict[]>;
  /** By root: what was found on its stage alone. */
  readonly stages: ReadonlyMap<string, CheckedStage>;
  /** Every file that a stage has read or looked for. */
  readonly files: ReadonlySet<string>;
  /** The first root that was not composed, as the time was over. */
  readonly stoppedAt: Root | undefined;
}

/** A root, and what was found on its stage. */
export interface CheckedStage {
  readonly root: Root;
  readonly checked: CheckedRoot;
}

export interface CheckRootsOptions {
  readonly settings: CompositionSettings;
  /** Files whose profile is none of USD are composed if these are all. */
  readonly composed: ComposedFiles;
  readonly cache: LintCache | undefined;
  /** After it, no root is composed. */
  readonly deadline?: Deadline | undefined;
  /** Called after each root with the number of those that are done. */
  readonly onComposed?: ((done: number, total: number) => void) | undefined;
  /** Called for each root that cannot be composed; the others are. */
  readonly onProblem: (problem: string) => void;
  /** Called with what was left out because of a limit. */
  readonly onNote: (note: string) => void;
}

/**
 * Composes root layers one after the other. A file that was not named, and that the stage of another root uses, is no root: only
 * findings that hold on every stage are kept of it.
 *
 * @throws {IoError} if the session layer cannot be opened
 */
export async function checkRoots(roots: readonly Root[], options: CheckRootsOptions): Promise<ComposedFindings> {
  const { settings, composed, cache, onProblem, onNote } = options;
  const files = new SharedFiles(settings);
  for (const { file, bytes } of roots) if (bytes !== undefined) files.replace(parseLayerName(file).file, bytes);
  checkSession(settings.session, files);
  const checked = new Map<Root, CheckedRoot>();
  const touched = new Set<string>();
  let stoppedAt: Root | undefined;
  for (const [done, root] of roots.entries()) {
    options.onComposed?.(done, roots.length);
    if (options.deadline?.isOver === true) {
      stoppedAt = root;
      break;
    }
    try {
      const found = await checkOne(root, { settings, composed, cache, files, touched });
      if (found === undefined) continue;
      checked.set(root, found);
      if (found.isLimited) onProblem(`${root.name}: the stage has too many prims: only the first ones were checked`);
      if (found.variantsLeft > 0 && settings.maxVariants > 0) {
        const count = found.variantsLeft;
        onNote(
          `${root.name}: ${counted(count, "combination")} of variants ${count === 1 ? "was" : "were"} not checked; --max-variants is ${settings.maxVariants}`,
        );
      }
      for (const each of found.problems) onProblem(`${root.name}: ${each}`);
    } catch (error) {
      onProblem(`${root.name}: ${describeIoError(error)}`);
    }
  }
  const verdicts = new Map<string, readonly SetVerdict[]>();
  for (const [{ file }, { findings, profile }] of checked) {
    if (!isUsdProfile(profile)) continue;
    const judged = findings.map(({ rule, finding: { severity } }) => ({ rule, severity }));
    verdicts.set(file, setVerdicts(judged, profile));
  }
  const stages = new Map(Array.from(checked, ([root, found]) => [root.file, { root, checked: found }] as const));
  return { byLayer: merge(checked), verdicts, stages, files: touched, stoppedAt };
}

interface OneRoot {
  readonly settings: CompositionSettings;
  readonly composed: ComposedFiles;
  readonly cache: LintCache | undefined;
  readonly files: SharedFiles;
  readonly touched: Set<string>;
}

/**
 * Returns the findings of one root; undefined for one whose damage the check of the file by itself reports, and for one whose
 * profile is not composed.
 */
async function checkOne(
  { file, options }: Root,
  { settings, composed, cache, files, touched }: OneRoot,
): Promise<CheckedRoot | undefined> {
  const { file: path, inner } = parseLayerName(file);
  const bytes = files.read(path);
  const opened = bytes === undefined ? undefined : files.open(bytes, inner);
  if (opened?.ok !== true) return undefined;
  const profile = resolveProfile(options.profile ?? "auto", opened.layer);
  if (composed === "usd" && !isUsdProfile(profile)) return undefined;
  const key = { root: file, profile, options, settings };
  const known = await cachedRoot(cache, key, files);
  if (known !== undefined) {
    for (const each of known.touched) touched.add(each);
    return known.checked;
  }
  const trace = newTrace();
  const checked = await checkRoot(key, settings, files, trace);
  for (const each of [...trace.read.keys(), ...trace.looked.keys()]) touched.add(each);
  if (checked.problems.length === 0) keepRoot(cache, key, { trace, checked });
  return checked;
}

/** @throws {IoError} if the session layer cannot be opened */
function checkSession(session: string | undefined, files: SharedFiles): void {
  if (session === undefined) return;
  const bytes = files.read(session);
  if (bytes === undefined) throw new IoError(`${session}: there is no such session layer`);
  const [problem] = openLayer(bytes).diagnostics;
  if (problem === undefined) return;
  const place = isBinaryLayer(bytes) ? `byte ${problem.offset}` : `line ${problem.line ?? 1}`;
  throw new IoError(`${session}: ${place}: ${problem.message}`);
}

/** Merges the findings of stages by layer. */
function merge(checked: ReadonlyMap<Root, CheckedRoot>): ReadonlyMap<string, readonly StageFinding[]> {
  return joinStages(
    Array.from(checked, ([{ file, isNamed }, { findings, files }]) => ({
      root: parseLayerName(file).file,
      isNamed,
      files,
      findings: findings.map((each) => ({
        layer: each.layer,
        rule: each.rule,
        place: each.offset ?? each.finding.range?.start ?? 0,
        primPath: each.finding.primPath ?? "/",
        value: each,
      })),
    })),
  );
}
