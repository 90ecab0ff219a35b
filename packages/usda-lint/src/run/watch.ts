/** `--watch`: re-checks files when they change, until Ctrl-C. */
import { fs, path } from "@usdkit/command/process/builtins";
import { EXIT_INTERRUPTED } from "@usdkit/command/process/exit-codes";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { CONFIG_NAMES } from "@usdkit/lint-config/find-config";
import { counted } from "@usdkit/base";
import { FolderWatcher } from "@usdkit/usd/files";
import { everyFolder, GLOB } from "../files/find-inputs.ts";
import { absolutePath } from "@usdkit/command/files/input";
import { entriesOf, type Entry } from "../files/entries.ts";
import { lintOnce } from "../lint/lint-once.ts";
import type { LintRequest } from "../lint/lint-request.ts";

/** Milliseconds without a change before a round: editors write in several steps. */
const SETTLE_TIME = 100;

/** State of files in the last round, by their absolute paths. */
type Stamps = Map<string, string>;

interface Seen {
  /** Files with findings: they are checked again with others, so that they stay on the screen. */
  readonly failing: ReadonlySet<string>;
  /** Checked files; undefined before the first round. */
  readonly files: Stamps | undefined;
  /** Configurations and the files that they name, whether they exist or not. */
  readonly others: Stamps;
}

/** Checks, and then again what changed; resolves on Ctrl-C. */
export async function watch(
  context: CommandContext,
  { paths, gitignore }: WatchedPaths,
  request: LintRequest,
): Promise<void> {
  let wake: () => void = () => {};
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const stopListening = context.onInterrupt(() => {
    interrupt.abort();
    wake();
  });
  const watcher = new FolderWatcher(() => wake());
  let seen: Seen = { files: undefined, failing: new Set(), others: new Map() };
  const call: WatchCall = { context, paths, gitignore, request, watcher, signal };
  try {
    while (!signal.aborted) {
      // Before the round: a change during the round starts the next one.
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      seen = await checkChanged(call, seen);
      if (signal.aborted) break;
      await changed;
      await settle((next) => {
        wake = next;
      });
    }
  } finally {
    watcher.close();
    stopListening();
  }
  context.exitCode = EXIT_INTERRUPTED;
}

export interface WatchedPaths {
  readonly paths: readonly string[];
  readonly gitignore: boolean | undefined;
}

interface WatchCall extends WatchedPaths {
  readonly context: CommandContext;
  readonly request: LintRequest;
  readonly watcher: FolderWatcher;
  readonly signal: AbortSignal;
}

/** One round: finds the files, and checks those that changed. */
async function checkChanged(
  { context, paths, gitignore, request, watcher, signal }: WatchCall,
  before: Seen,
): Promise<Seen> {
  const others: Stamps = new Map(Array.from(before.others.keys(), (file) => [file, stampOf(file)]));
  // A configuration may be about any file.
  const isAllNew = before.files === undefined || [...others].some(([file, stamp]) => before.others.get(file) !== stamp);
  const files: Stamps = new Map();
  const entries: Entry[] = [];
  let hasChanges = isAllNew;
  // Only a terminal is cleared.
  const stillShown = context.stdout.isTerminal ? before.failing : new Set<string>();
  for await (const entry of entriesOf(paths, context, { gitignore })) {
    if (entry.kind !== "file") {
      // Arguments that match nothing are reported once, and again with everything else.
      if (isAllNew) entries.push(entry);
      continue;
    }
    const file = absolutePath(entry.input, context.cwd);
    const stamp = stampOf(file);
    files.set(file, stamp);
    const isChanged = isAllNew || before.files?.get(file) !== stamp;
    hasChanges ||= isChanged;
    if (isChanged || stillShown.has(file)) entries.push(entry);
  }
  // A file that failed and was removed must leave the screen.
  hasChanges ||= [...stillShown].some((file) => !files.has(file));
  watcher.watch(foldersOf(context, paths));
  watcher.watch(Array.from(files.keys(), (file) => path.dirname(file)));
  if (!hasChanges) return { files, failing: before.failing, others };

  if (context.stdout.isTerminal) await context.stdout.write("\x1b[2J\x1b[H");
  context.exitCode = undefined;
  const failing = new Set<string>();
  const read = await lintOnce(context, request, untilAborted(entries, signal), (file, findings) => {
    if (findings > 0) failing.add(file);
    // Changed by its own fix: no reason to check it again.
    if (request.fix !== "none" && files.has(file)) files.set(file, stampOf(file));
  });
  const places = new Set(read);
  // A configuration may be added if there is none yet.
  if (request.config === undefined) for (const file of files.keys()) addConfigPlaces(path.dirname(file), places);
  for (const place of places) if (!others.has(place)) others.set(place, stampOf(place));
  watcher.watch(Array.from(others.keys(), (file) => path.dirname(file)));
  if (!signal.aborted) context.stderr.write(`usda-lint: watching ${counted(files.size, "file")}; Ctrl-C to stop\n`);
  return { files, failing, others };
}

/** Folders in which a file of `paths` may appear. */
function foldersOf(context: CommandContext, paths: readonly string[]): string[] {
  return paths.flatMap((each) => {
    const names = each.split(/[\\/]/);
    const magic = fs.existsSync(resolvePath(context, each)) ? -1 : names.findIndex((name) => GLOB.test(name));
    const folder = magic < 0 ? each : names.slice(0, magic).join("/") || (each.startsWith("/") ? "/" : ".");
    return everyFolder(resolvePath(context, folder));
  });
}

function addConfigPlaces(folder: string, places: Set<string>): void {
  for (let at = folder; ; at = path.dirname(at)) {
    const nearest = path.join(at, "package.json");
    if (places.has(nearest)) return;
    places.add(nearest);
    for (const name of CONFIG_NAMES) places.add(path.join(at, name));
    if (path.dirname(at) === at) return;
  }
}

async function* untilAborted(entries: readonly Entry[], signal: AbortSignal): AsyncGenerator<Entry> {
  for (const entry of entries) {
    if (signal.aborted) return;
    yield entry;
    // Checks in this thread never wait: without this, no signal would arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Waits until nothing has changed for a while. */
async function settle(listen: (next: () => void) => void): Promise<void> {
  for (let isSettled = false; !isSettled;) {
    isSettled = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), SETTLE_TIME);
      listen(() => {
        clearTimeout(timer);
        resolve(false);
      });
    });
  }
}

function stampOf(file: string): string {
  try {
    const { mtimeMs, size, ino } = fs.statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}
