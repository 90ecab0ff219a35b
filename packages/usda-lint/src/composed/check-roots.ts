/** Composes the root layers of a run, and collects what the stage rules found, by layer. */
import type { ResolvedProfile } from "@usdkit/validate";
import { counted } from "@usdkit/base";
import { isBinaryLayer, openLayer, parseLayerName } from "@usdkit/usd";
import type { Deadline } from "@usdkit/batch/options/deadline";
import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import { keepOldSpaceSmall, keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import type { LintCache } from "../check/lint-cache.ts";
import { inOrder, type Started } from "../files/in-order.ts";
import { isUsdProfile, type ComposedFiles } from "./choose-roots.ts";
import type { CompositionSettings } from "./check-root.ts";
import type { FoundByLayer } from "./found-by-layer.ts";
import { joinStages, type JoinedStage } from "./join-stages.ts";
import { cachedRoot, keepRoot } from "./root-cache.ts";
import { RootComposer } from "./root-composer.ts";
import type { ComposedRoot, ComposerSettings, RootOptions, RootOutcome, RootThreads } from "./root-outcome.ts";
import type { KnownStage } from "../files/settled-record.ts";
import { plainFinding, StageSpool, type StageHead } from "./stage-spool.ts";
import type { SharedFiles } from "./shared-files.ts";

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

/** A root whose stage an earlier run has composed. */
export interface KnownRootStage {
  /** Among the entries of the run. */
  readonly index: number;
  readonly known: KnownStage;
}

/** The composed findings of a run. */
export interface ComposedFindings {
  /** By layer: absolute, with `/`; `room.usdz[chair.usda]` in a package. */
  readonly byLayer: FoundByLayer;
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
  /** Default: all roots are composed in this thread. */
  readonly threads?: RootThreads | undefined;
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

/** Roots that are sent to threads before the first of them is done, for each thread: those of one folder go to one thread. */
const WINDOW_OF_A_THREAD = 32;

/** As `ComposerSettings.maxKept`. */
const MAX_KEPT_OF_A_THREAD = 8 << 20;
/**
 * Roots after which the heap is kept small: what a stage takes is garbage after it, and so are the buffers of its layers, for which V8
 * would wait until there are hundreds of megabytes. A few stages are faster without.
 */
const MANY_ROOTS = 16;
/** Roots after which the space for young objects of threads has grown to what it may be: that of the main thread need not grow. */
const ROOTS_OF_GROWN_THREADS = 256;
/** Stages of an earlier run are held for the time of a call, but the space for young objects grows with each that survives a collection. */
const MANY_KNOWN_ROOTS = 64;
/** Percent that old objects may grow by before they are collected. */
const GROWTH = 50;

/** What came of a root of the run. */
interface RootResult {
  readonly root: Root | KnownRootStage;
  /** Undefined for one whose stage is known. */
  readonly outcome?: RootOutcome;
}

/**
 * Composes root layers. A file that was not named, and that the stage of another root uses, is no root: only findings that hold on every
 * stage are kept of it.
 *
 * @throws {IoError} if the session layer cannot be opened
 */
export async function checkRoots(
  roots: Iterable<Root | KnownRootStage> | AsyncIterable<Root | KnownRootStage>,
  options: CheckRootsOptions,
): Promise<ComposedFindings> {
  const run = new RootsRun(options);
  await run.compose(roots);
  return run.found();
}

/** The stages of a run. */
class RootsRun {
  readonly #options: CheckRootsOptions;
  readonly #composer: RootComposer;
  readonly #threadSettings: ComposerSettings;
  readonly #stages = new StageSpool();
  readonly #touched = new Set<string>();
  readonly #failed = new Set<string>();
  #stoppedAt: Root | undefined;
  /** Roots that no earlier run has composed. */
  #started = 0;
  /** Roots whose stages an earlier run has composed. */
  #repeated = 0;

  /** @throws {IoError} if the session layer cannot be opened */
  constructor(options: CheckRootsOptions) {
    const { settings, composed, cache, replaced = [] } = options;
    this.#options = options;
    const composerSettings = {
      settings,
      composed,
      hashes: cache !== undefined,
      replaced: Array.from(replaced, ({ file, bytes }) => ({ file: parseLayerName(file).file, bytes })),
    };
    this.#composer = new RootComposer(composerSettings);
    this.#threadSettings = { ...composerSettings, maxKept: MAX_KEPT_OF_A_THREAD };
    checkSession(settings.session, this.#composer.files);
  }

  /** Composes roots, and keeps what was found in their order. */
  async compose(roots: Iterable<Root | KnownRootStage> | AsyncIterable<Root | KnownRootStage>): Promise<void> {
    const { threads } = this.#options;
    const window = (): number => WINDOW_OF_A_THREAD * (threads?.count ?? 0);
    for await (const result of inOrder(this.#start(roots), window)) {
      this.#options.onComposed?.(result.root.index);
      this.#add(result);
    }
    threads?.endStages();
  }

  found(): ComposedFindings {
    const [stages, files, failed] = [this.#stages, this.#touched, this.#failed];
    return { byLayer: merge(stages), stages, files, failed, stoppedAt: this.#stoppedAt };
  }

  async *#start(
    roots: Iterable<Root | KnownRootStage> | AsyncIterable<Root | KnownRootStage>,
  ): AsyncGenerator<Started<RootResult>> {
    for await (const root of roots) {
      if ("known" in root) {
        if (++this.#repeated === MANY_KNOWN_ROOTS) keepYoungSpaceSmall();
        yield { result: { root } };
        continue;
      }
      if (this.#options.deadline?.isOver === true) {
        this.#stoppedAt = root;
        return;
      }
      const kept = await this.#cached(root);
      if (kept !== undefined) yield { result: { root, outcome: kept } };
      else yield await this.#startOne(root);
    }
  }

  async #startOne(root: Root): Promise<Started<RootResult>> {
    const { file, options } = root;
    const task = { file, options };
    const pool = await this.#options.threads?.poolFor(this.#composer.files.takeBytesRead());
    this.#started++;
    if (this.#started === MANY_ROOTS) keepOldSpaceSmall(GROWTH);
    if (this.#started === (pool === undefined ? MANY_ROOTS : ROOTS_OF_GROWN_THREADS)) keepYoungSpaceSmall();
    if (pool === undefined) {
      const outcome = await this.#composer.compose(task);
      this.#keep(root, outcome);
      return { result: { root, outcome } };
    }
    const pending = pool.compose(task, this.#threadSettings).then(
      (outcome): RootResult => {
        this.#keep(root, outcome);
        return { root, outcome };
      },
      (error: unknown): RootResult => ({ root, outcome: { kind: "problem", problem: describeIoError(error) } }),
    );
    return { pending, bytes: 0 };
  }

  /** Returns what an earlier run has found on the stage of a root. */
  async #cached({ file, options }: Root): Promise<RootOutcome | undefined> {
    const { cache, settings, composed } = this.#options;
    try {
      const root = await cachedRoot(cache, { file, options, settings }, this.#composer.files);
      if (root === undefined || (composed === "usd" && !isUsdProfile(root.checked.profile))) return undefined;
      return { kind: "composed", root };
    } catch (error) {
      return { kind: "problem", problem: describeIoError(error) };
    }
  }

  #keep({ file, options }: Root, outcome: RootOutcome): void {
    const { cache, settings } = this.#options;
    if (outcome.kind !== "composed" || outcome.root.checked.problems.length > 0) return;
    keepRoot(cache, { file, options, settings }, outcome.root);
  }

  #add({ root, outcome }: RootResult): void {
    if ("known" in root) {
      const { root: of, checked } = this.#stages.addKnown(root.known);
      this.#noteLimits(of.name, checked);
      return;
    }
    const { file, name, isNamed } = root;
    if (outcome?.kind === "composed") {
      this.#stages.add({ file, name, isNamed }, outcome.root);
      this.#addComposed(root, outcome.root);
    } else if (outcome?.kind === "problem") {
      this.#failed.add(file);
      this.#options.onProblem(`${name}: ${outcome.problem}`);
    }
  }

  #addComposed({ file, name }: Root, { checked, read, looked }: ComposedRoot): void {
    const { listsFiles = false, onProblem } = this.#options;
    if (listsFiles) for (const [each] of [...read, ...looked]) this.#touched.add(each);
    this.#noteLimits(name, checked);
    for (const each of checked.problems) onProblem(`${name}: ${each}`);
    if (checked.problems.length > 0) this.#failed.add(file);
  }

  #noteLimits(name: string, { isLimited, variantsLeft: count }: StageHead["checked"]): void {
    const { settings, onProblem, onNote } = this.#options;
    if (isLimited) onProblem(`${name}: the stage has too many prims: only the first ones were checked`);
    if (count === 0 || settings.maxVariants === 0) return;
    onNote(
      `${name}: ${counted(count, "combination")} of variants ${count === 1 ? "was" : "were"} not checked; --max-variants is ${settings.maxVariants}`,
    );
  }
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
function merge(stages: StageSpool): FoundByLayer {
  return joinStages(() => joinedStages(stages));
}

function* joinedStages(stages: StageSpool): Generator<JoinedStage> {
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
          text: () => JSON.stringify(plainFinding(each)),
        })),
    };
  }
}
