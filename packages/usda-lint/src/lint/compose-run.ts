/** Composes the files of a run. They are listed on disk first, since they are gone through several times. */
import type { Deadline } from "@usdkit/batch/options/deadline";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { absolutePath } from "@usdkit/command/files/input";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { profileOfAnswer, type LintCache } from "../check/lint-cache.ts";
import type { Preparer } from "../check/prepare.ts";
import type { CompositionSettings } from "../composed/check-root.ts";
import { chooseRoot, type ChosenFile, type ChooseOptions, type ComposedFiles } from "../composed/choose-roots.ts";
import type { KnownRootStage } from "../composed/check-roots.ts";
import type { LayerReports } from "../composed/layer-reports.ts";
import type { Entry } from "../files/entries.ts";
import { AnswerSpool } from "../files/answer-spool.ts";
import { EntrySpool } from "../files/entry-spool.ts";
import { stageIn, unsettled } from "../files/settled-record.ts";
import type { Threads } from "../jobs/threads.ts";
import type { RunMessages } from "./run-messages.ts";

/** What composing needs of a run. */
export interface ComposeRunOptions {
  readonly context: CommandContext;
  readonly composed: CompositionSettings & { readonly files: ComposedFiles };
  readonly deadline: Deadline | undefined;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  readonly cache: LintCache | undefined;
  readonly threads: Threads;
  readonly progress: Pick<RunMessages, "tick">;
  /** Whether the files that stages read are wanted. */
  readonly listsFiles: boolean;
  readonly onProblem: (problem: string) => void;
  readonly onNote: (note: string) => void;
}

/** The files of a run, and what was found on their stages. */
export interface ComposeRunResult {
  readonly found: LayerReports | undefined;
  /** Those that are left to check. */
  readonly files: AsyncIterable<Entry>;
  /** Number of all files. */
  readonly total: number;
  /** Files that stages have read or looked for. */
  readonly touched: Iterable<string>;
  /** Whether files are left, as the time was over. */
  readonly isUnfinished: boolean;
}

/**
 * Composes the files of a run that are root layers.
 *
 * @throws {IoError} if there is no room for the list of files
 */
export async function composeRun(
  entries: AsyncIterable<Entry>,
  { context, composed, deadline, configs, preparer, cache, progress, ...options }: ComposeRunOptions,
): Promise<ComposeRunResult> {
  const { cwd } = context;
  const all = new EntrySpool(context);
  let total = 0;
  for await (const entry of entries) {
    all.add(entry);
    total += entry.kind === "settled" ? entry.records.length : 1;
    progress.tick(total, undefined, "listing");
  }
  const answers = cache === undefined ? undefined : new AnswerSpool();
  const profileOf = knownProfiles(cache, preparer, answers);
  const replacing = all.replacing;
  // A stage may use what is in the place of a file.
  const listed = { all, entries: () => (replacing.length > 0 ? checkedAgain(all, context) : all.entries()), answers };
  const chosen = chosenOf(listed.entries(), { cwd, configs, composed: composed.files, profileOf });
  const first = await chosen.next();
  if (first.done === true) {
    return { found: undefined, files: firstOf(listed), total, touched: [], isUnfinished: false };
  }
  const { composeEntries } = await import("../composed/compose-entries.ts");
  const { found, touched, stoppedAt } = await composeEntries(startingWith(first.value, chosen), {
    ...options,
    deadline,
    replaced: await replacedFiles(replacing, cwd),
    onComposed: (done) => progress.tick(done, total, "composing"),
    cwd,
    settings: composed,
    composed: composed.files,
    cache,
  });
  return { found, files: firstOf(listed, stoppedAt), total, touched, isUnfinished: stoppedAt !== undefined };
}

/**
 * Returns a function that knows the profiles of files that an earlier run has checked, and that were not written since. It keeps what the
 * cache has of them, so that the cache need not be asked again.
 */
function knownProfiles(
  cache: LintCache | undefined,
  preparer: Preparer,
  answers: AnswerSpool | undefined,
): ChooseOptions["profileOf"] {
  return async (file, settings, index) => {
    const known = await cache?.answerFor(file, preparer.prepare(settings));
    answers?.add(index, known);
    return known && profileOfAnswer(known.text);
  };
}

/** The entries of a run, on disk. */
interface ListedEntries {
  readonly all: EntrySpool;
  readonly entries: () => Iterable<Entry>;
  readonly answers: AnswerSpool | undefined;
}

/** Yields the first entries, and removes all afterwards. */
async function* firstOf({ all, entries, answers }: ListedEntries, count?: number): AsyncGenerator<Entry> {
  const answerOf = answers?.reader();
  try {
    let index = 0;
    for (const entry of entries()) {
      if (index === count) return;
      const known = answerOf?.(index);
      yield known !== undefined && entry.kind === "file" ? { ...entry, known } : entry;
      index++;
    }
  } finally {
    all.close();
    answers?.close();
  }
}

function* checkedAgain(all: EntrySpool, context: CommandContext): Generator<Entry> {
  for (const entry of all.entries()) {
    if (entry.kind === "settled") yield* unsettled(entry, context);
    else yield entry;
  }
}

/** Yields the files that are composed, and the stages of those that are settled. */
async function* chosenOf(
  entries: Iterable<Entry>,
  options: ChooseOptions,
): AsyncGenerator<ChosenFile | KnownRootStage, void, void> {
  let index = 0;
  for (const entry of entries) {
    if (entry.kind === "settled") {
      for (const record of entry.records) {
        const known = stageIn(record);
        if (known !== undefined) yield { index, known };
      }
    }
    const root = await chooseRoot(entry, index, options);
    if (root !== undefined) yield root;
    index++;
  }
}

async function* startingWith<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

/** Returns the bytes of standard input and of what is staged, which stages use in the place of the files. */
async function replacedFiles(
  entries: readonly Entry[],
  cwd: string,
): Promise<readonly { readonly file: string; readonly bytes: Uint8Array }[]> {
  if (entries.length === 0) return [];
  const { stagePath } = await import("../composed/shared-files.ts");
  const replaced: { file: string; bytes: Uint8Array }[] = [];
  for (const entry of entries) {
    if (entry.kind !== "file" || entry.input.inner !== undefined) continue;
    try {
      replaced.push({ file: stagePath(absolutePath(entry.input, cwd)), bytes: await entry.read() });
    } catch {
      // The check of the file by itself reports it.
    }
  }
  return replaced;
}
