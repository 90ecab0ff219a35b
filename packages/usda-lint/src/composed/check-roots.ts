/** Composes the root layers of a run, and collects what the stage rules found, by layer. */
import {
  resolveProfile,
  setVerdicts,
  type CheckOptions,
  type ResolvedProfile,
  type SetVerdict,
  type StageLimits,
} from "@usdkit/validate";
import { counted } from "@usdkit/base";
import { isBinaryLayer, openLayer, parseLayerName } from "@usdkit/usd";
import type { Deadline } from "@usdkit/batch/options/deadline";
import type { StageFinding } from "@usdkit/validate/stage";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import type { LintCache } from "../check/lint-cache.ts";
import { isUsdProfile, type ComposedFiles } from "./choose-roots.ts";
import { checkRoot, type CheckedRoot, type CompositionSettings } from "./check-root.ts";
import { joinStages, type JoinedStage } from "./join-stages.ts";
import { cachedRoot, keepRoot, stampsOfTrace, type KnownRoot } from "./root-cache.ts";
import type { KnownStage } from "../files/settled-record.ts";
import { StageSpool, type StageRecord } from "./stage-spool.ts";
import { newTrace, SharedFiles } from "./shared-files.ts";

/** A file of the run that is composed. */
export interface Root {
  /** Absolute, with `/`; `room.usdz[chair.usda]` for a layer in a package. */
  readonly file: string;
  /** For messages. */
  readonly name: string;
  /** Whether the user named it, rather than its folder or a glob. */
  readonly isNamed: boolean;
  /** Among the files of the run. */
  readonly index: number;
  /** The profile of its text, if an earlier run has found it. */
  readonly profile?: ResolvedProfile | undefined;
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

/** A root whose stage an earlier run has composed. */
export interface KnownRootStage {
  /** Among the entries of the run. */
  readonly index: number;
  readonly known: KnownStage;
}

/** The composed findings of a run. */
export interface ComposedFindings {
  /** By layer: absolute, with `/`; `room.usdz[chair.usda]` in a package. */
  readonly byLayer: ReadonlyMap<string, readonly StageFinding[]>;
  /** What was found on each stage alone. */
  readonly stages: StageSpool;
  /** Every file that a stage has read or looked for. */
  readonly files: ReadonlySet<string>;
  /** Roots with a problem that each run reports. */
  readonly failed: ReadonlySet<string>;
  /** The first root that was not composed, as the time was over. */
  readonly stoppedAt: Root | undefined;
}

export interface CheckRootsOptions {
  readonly settings: CompositionSettings;
  /** Files whose profile is none of USD are composed if these are all. */
  readonly composed: ComposedFiles;
  readonly cache: LintCache | undefined;
  /** After it, no root is composed. */
  readonly deadline?: Deadline | undefined;
  /** Called before each root with the number of files before it. */
  readonly onComposed?: ((done: number) => void) | undefined;
  /** Bytes that are used in the place of files. */
  readonly replaced?: Iterable<{ readonly file: string; readonly bytes: Uint8Array }> | undefined;
  /** Whether the files that stages read are wanted. */
  readonly listsFiles?: boolean | undefined;
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
export async function checkRoots(
  roots: Iterable<Root | KnownRootStage> | AsyncIterable<Root | KnownRootStage>,
  options: CheckRootsOptions,
): Promise<ComposedFindings> {
  const { settings, composed, cache, onProblem, onNote } = options;
  const files = new SharedFiles(settings);
  for (const { file, bytes } of options.replaced ?? []) files.replace(parseLayerName(file).file, bytes);
  checkSession(settings.session, files);
  const stages = new StageSpool();
  const touched = new Set<string>();
  const failed = new Set<string>();
  const noteLimits = (name: string, { isLimited, variantsLeft: count }: Omit<CheckedRoot, "findings">): void => {
    if (isLimited) onProblem(`${name}: the stage has too many prims: only the first ones were checked`);
    if (count === 0 || settings.maxVariants === 0) return;
    onNote(
      `${name}: ${counted(count, "combination")} of variants ${count === 1 ? "was" : "were"} not checked; --max-variants is ${settings.maxVariants}`,
    );
  };
  let stoppedAt: Root | undefined;
  for await (const root of roots) {
    options.onComposed?.(root.index);
    if ("known" in root) {
      const { root: of, checked } = stages.addKnown(root.known);
      noteLimits(of.name, checked);
      continue;
    }
    if (options.deadline?.isOver === true) {
      stoppedAt = root;
      break;
    }
    try {
      const found = await checkOne(root, {
        settings,
        composed,
        cache,
        files,
        touched: options.listsFiles === true ? touched : undefined,
      });
      if (found === undefined) continue;
      const { checked, stamps } = found;
      stages.add({ root: withoutBytes(root), checked, verdicts: verdictsOf(checked) }, stamps);
      noteLimits(root.name, checked);
      for (const each of checked.problems) onProblem(`${root.name}: ${each}`);
      if (checked.problems.length > 0) failed.add(root.file);
    } catch (error) {
      failed.add(root.file);
      onProblem(`${root.name}: ${describeIoError(error)}`);
    }
  }
  return { byLayer: merge(stages), stages, files: touched, failed, stoppedAt };
}

function withoutBytes({ file, name, isNamed }: Root): StageRecord["root"] {
  return { file, name, isNamed };
}

function verdictsOf({ findings, profile }: CheckedRoot): readonly SetVerdict[] | undefined {
  if (!isUsdProfile(profile)) return undefined;
  return setVerdicts(
    findings.map(({ rule, finding: { severity } }) => ({ rule, severity })),
    profile,
  );
}

interface OneRoot {
  readonly settings: CompositionSettings;
  readonly composed: ComposedFiles;
  readonly cache: LintCache | undefined;
  readonly files: SharedFiles;
  readonly touched: Set<string> | undefined;
}

/**
 * Returns the findings of one root; undefined for one whose damage the check of the file by itself reports, and for one whose
 * profile is not composed.
 */
async function checkOne(
  { file, options, profile: known }: Root,
  { settings, composed, cache, files, touched }: OneRoot,
): Promise<Pick<KnownRoot, "checked" | "stamps"> | undefined> {
  if (known !== undefined && (composed === "all" || isUsdProfile(known))) {
    const kept = await cachedRoot(cache, { root: file, profile: known, options, settings }, files);
    if (kept !== undefined) {
      if (touched !== undefined) for (const each of kept.touched) touched.add(each);
      return kept;
    }
  }
  const { file: path, inner } = parseLayerName(file);
  const bytes = files.read(path);
  const opened = bytes === undefined ? undefined : files.open(bytes, inner);
  if (opened?.ok !== true) return undefined;
  const profile = resolveProfile(options.profile ?? "auto", opened.layer);
  if (composed === "usd" && !isUsdProfile(profile)) return undefined;
  const key = { root: file, profile, options, settings };
  const kept = known === profile ? undefined : await cachedRoot(cache, key, files);
  if (kept !== undefined) {
    if (touched !== undefined) for (const each of kept.touched) touched.add(each);
    return kept;
  }
  const trace = newTrace();
  const checked = await checkRoot(key, settings, files, trace);
  if (touched !== undefined) for (const each of [...trace.read.keys(), ...trace.looked.keys()]) touched.add(each);
  if (checked.problems.length === 0) keepRoot(cache, key, { trace, checked });
  return { checked, stamps: stampsOfTrace(trace, files) };
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
function merge(stages: StageSpool): ReadonlyMap<string, readonly StageFinding[]> {
  return joinStages(() => joinedStages(stages));
}

function* joinedStages(stages: StageSpool): Generator<JoinedStage<StageFinding>> {
  for (const { head, findings } of stages.records()) {
    yield {
      root: parseLayerName(head.root.file).file,
      isNamed: head.root.isNamed,
      files: head.checked.files,
      findings: () =>
        findings().map((each) => ({
          layer: each.layer,
          rule: each.rule,
          place: each.offset ?? each.finding.range?.start ?? 0,
          primPath: each.finding.primPath ?? "/",
          value: each,
        })),
    };
  }
}
