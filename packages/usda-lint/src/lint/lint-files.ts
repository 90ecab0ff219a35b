/** Files through configuration, cache and checks: in the order given, for any number of threads. */
import { withoutKnown, type KnownFinding } from "@usdkit/validate";
import type { Deadline } from "@usdkit/batch/options/deadline";
import type { LintCache } from "../check/lint-cache.ts";
import type { KnownAnswer } from "../files/answer-spool.ts";
import { path } from "@usdkit/command/process/builtins";
import { describeIoError } from "@usdkit/command/cli/errors";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { absolutePath, type InputFile } from "@usdkit/command/files/input";
import type { Checked, FixLevel } from "../check/checked.ts";
import { Checker } from "./checker.ts";
import { contentAsOf, contentOf, type Content } from "../files/content.ts";
import { inOrder, type Started } from "../files/in-order.ts";
import type { Threads } from "../jobs/threads.ts";
import type { Entry, SettledFolder } from "../files/entries.ts";
import { isBinaryLayer } from "@usdkit/base";
import { readWhole } from "@usdkit/command/files/read-whole";
import type { Prepared, Preparer } from "../check/prepare.ts";

export type Outcome =
  | {
      readonly kind: "checked";
      readonly input: InputFile;
      /** Absolute. */
      readonly file: string;
      /** What was checked. */
      readonly content: Content;
      /** SHA-256 of the file, if that alone was checked and there is a cache. */
      readonly hash: string | undefined;
      readonly checked: Checked;
      readonly prepared: Prepared;
      /** See `Entry`. */
      readonly isLfsContent: boolean;
      /** See `Entry`. */
      readonly position: number | undefined;
    }
  | SettledFolder
  | { readonly kind: "ignored"; readonly input: InputFile; readonly config: string }
  /** A file that cannot be checked; `name` is undefined if the problem names its file itself. */
  | { readonly kind: "problem"; readonly name: string | undefined; readonly problem: string };

type FileEntry = Extract<Entry, { kind: "file" }>;

export interface LintFilesOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
  readonly cache: LintCache | undefined;
  /** After it, no file is started. */
  readonly deadline: Deadline | undefined;
  /** Called if files are left. */
  readonly onUnfinished: () => void;
  readonly threads: Threads;
  readonly fix: FixLevel;
  /** Whether findings of the baseline are fixed as well: it is written again. */
  readonly fixesKnown: boolean;
}

export async function* lintFiles(entries: AsyncIterable<Entry>, options: LintFilesOptions): AsyncGenerator<Outcome> {
  const checker = new Checker(options.threads);
  yield* inOrder(startAll(entries, options, checker), () => checker.window);
}

async function* startAll(
  entries: AsyncIterable<Entry>,
  options: LintFilesOptions,
  checker: Checker,
): AsyncGenerator<Started<Outcome>> {
  const reported = new Set<unknown>();
  for await (const entry of entries) {
    if (options.deadline?.isOver === true) {
      options.onUnfinished();
      return;
    }
    const started = await start(entry, options, checker, reported);
    if (started !== undefined) yield started;
  }
}

/** @param reported Problems of configurations: each is reported once, not for every file. */
async function start(
  entry: Entry,
  { cwd, configs, preparer, cache, fix: requested, fixesKnown }: LintFilesOptions,
  checker: Checker,
  reported: Set<unknown>,
): Promise<Started<Outcome> | undefined> {
  if (entry.kind !== "file") return { result: entry };
  const { input } = entry;
  // A layer in a package is not written back.
  const fix = input.inner === undefined ? requested : "none";
  const file = absolutePath(input, cwd);
  let prepared: Prepared;
  try {
    const { settings, config, ignored } = await configs.find(file);
    if (ignored) return { result: { kind: "ignored", input, config: config?.name ?? "" } };
    prepared = preparer.prepare(settings);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (reported.has(message)) return undefined;
    reported.add(message);
    return { result: { kind: "problem", name: undefined, problem: message } };
  }

  const problem = (error: unknown): Outcome => ({
    kind: "problem",
    name: input.name,
    problem: describeIoError(error),
  });
  try {
    const known = fixesKnown ? undefined : prepared.baseline?.entriesOf(file);
    const done = (checked: Checked, content: Content, hash?: string): Outcome => ({
      kind: "checked",
      input,
      file,
      content,
      hash,
      checked,
      prepared,
      isLfsContent: entry.isLfsContent === true,
      position: entry.position,
    });
    const plainFile = cache === undefined ? undefined : plainFileOf(entry, fix);
    const answer = plainFile === undefined ? undefined : await answerBefore(plainFile, entry, { cache, prepared });
    if (cache !== undefined && plainFile !== undefined && answer !== undefined) {
      const content = contentAsOf(answer.hash, answer.length, () => readWhole(plainFile));
      return { result: done(cache.checkedOf(answer.text), content, answer.hash) };
    }
    const folder = path.dirname(file);
    await cache?.openFolder(folder);
    const { bytes: source, hash: content } =
      plainFile === undefined || cache === undefined ? await readEntry(entry, cache) : await cache.read(plainFile);
    const hash = plainFile === undefined || cache === undefined ? undefined : content;
    const key = cache?.keyOf(folder, content, prepared);
    const cached = key && (await cache?.get(key));
    if (cached !== undefined && !needsFix(cached, source, { fix, known })) {
      return { result: done(cached, contentOf(source), hash) };
    }
    const keep = (checked: Checked): void => {
      // The findings of a fixed text are not those of this one.
      if (key !== undefined && checked.fixed === undefined && checked.problems === undefined) cache?.set(key, checked);
    };
    const result = await checker.check({ source, prepared, fix, known });
    if ("answer" in result) {
      keep(result.answer.checked);
      return { result: done(result.answer.checked, contentOf(source), hash) };
    }
    const pending = result.pending.then(({ checked, source: text }) => {
      keep(checked);
      return done(checked, contentOf(text), hash);
    }, problem);
    return { pending, bytes: source.length };
  } catch (error) {
    return { result: problem(error) };
  }
}

/** Returns the path of a file whose bytes are all that is checked, and that is not written to. */
function plainFileOf({ input, isFile, isLfsContent }: FileEntry, fix: FixLevel): string | undefined {
  const { location, inner } = input;
  const isPlain = fix === "none" && isFile === true && inner === undefined && isLfsContent !== true;
  return isPlain && typeof location === "string" ? location : undefined;
}

/** Returns what an earlier run has found in a file that was not written since. */
async function answerBefore(
  file: string,
  { known }: FileEntry,
  { cache, prepared }: { readonly cache: LintCache | undefined; readonly prepared: Prepared },
): Promise<KnownAnswer | undefined> {
  return known === undefined ? await cache?.answerFor(file, prepared) : (known ?? undefined);
}

async function readEntry(
  entry: FileEntry,
  cache: LintCache | undefined,
): Promise<{ readonly bytes: Uint8Array; readonly hash: string }> {
  const bytes = await entry.read();
  return { bytes, hash: cache?.hashOf(bytes) ?? "" };
}

interface FixRequest {
  readonly fix: FixLevel;
  readonly known: readonly KnownFinding[] | undefined;
}

function needsFix({ findings }: Checked, source: Uint8Array, { fix, known }: FixRequest): boolean {
  if (fix === "none") return false;
  // Findings of binary files do not have their fixes.
  if (isBinaryLayer(source)) return findings.length > 0;
  return withoutKnown(findings, known).some(({ fixes }) => fixes.some(({ safe }) => safe || fix === "unsafe"));
}
