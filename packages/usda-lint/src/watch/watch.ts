/** `--watch`: checks, and then again what changed, until Ctrl-C. */
import { fs, path } from "@usdkit/command/builtins";
import { EXIT_INTERRUPTED } from "@usdkit/command/cli/exit-codes";
import { CONFIG_NAMES } from "../config/find-config.ts";
import { everyFolder, GLOB } from "../files/find-inputs.ts";
import { absolutePath } from "@usdkit/command/files/input";
import { entriesOf, type Entry } from "../lint/entries.ts";
import { lintOnce, type LintRequest } from "../lint/lint-once.ts";
import { isTerminal, standardOutput, writeError } from "@usdkit/command/terminal/output";
import { FolderWatcher } from "./folder-watcher.ts";

/** Milliseconds without a change before it is looked at: editors write in several steps. */
const CALM = 100;

/** What a file was like when it was last looked at, by its absolute path. */
type Stamps = Map<string, string>;

interface Seen {
  /** Of the files that are checked; undefined before the first round. */
  readonly files: Stamps | undefined;
  /** Of configurations and what they name, whether they are there or not. */
  readonly others: Stamps;
}

/** Never resolves: Ctrl-C ends the process. */
export async function watch(paths: readonly string[], request: LintRequest): Promise<void> {
  process.on("SIGINT", () => process.exit(EXIT_INTERRUPTED));
  let wake: () => void = () => {};
  const watcher = new FolderWatcher(() => wake());
  let seen: Seen = { files: undefined, others: new Map() };
  for (;;) {
    // Before the look, so that what changes from here on is not missed.
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    seen = await look(paths, request, seen, watcher);
    await changed;
    await calm((next) => {
      wake = next;
    });
  }
}

/** One round: finds what is there, checks what is not as it was. */
async function look(
  paths: readonly string[],
  request: LintRequest,
  before: Seen,
  watcher: FolderWatcher,
): Promise<Seen> {
  const others: Stamps = new Map(Array.from(before.others.keys(), (file) => [file, stampOf(file)]));
  // A configuration may say anything about any file.
  const isAllNew = before.files === undefined || [...others].some(([file, stamp]) => before.others.get(file) !== stamp);
  const files: Stamps = new Map();
  const entries: Entry[] = [];
  for await (const entry of entriesOf(paths, undefined)) {
    if (entry.kind === "problem") {
      // What cannot be found is told once, and again when everything is.
      if (isAllNew) entries.push(entry);
      continue;
    }
    const file = absolutePath(entry.input);
    const stamp = stampOf(file);
    files.set(file, stamp);
    if (isAllNew || before.files?.get(file) !== stamp) entries.push(entry);
  }
  watcher.watch(foldersOf(paths));
  watcher.watch(Array.from(files.keys(), (file) => path.dirname(file)));
  if (!isAllNew && entries.length === 0) return { files, others };

  if (isTerminal(1)) await standardOutput.write("\x1b[2J\x1b[H");
  process.exitCode = undefined;
  const read = await lintOnce(request, fromList(entries), (file) => {
    // A fix has changed it: that is no reason to check it again.
    if (request.fix !== "none" && files.has(file)) files.set(file, stampOf(file));
  });
  const places = new Set(read);
  // A configuration may also come where none is yet.
  if (request.config === undefined) for (const file of files.keys()) addConfigPlaces(path.dirname(file), places);
  for (const place of places) if (!others.has(place)) others.set(place, stampOf(place));
  watcher.watch(Array.from(others.keys(), (file) => path.dirname(file)));
  writeError(`usda-lint: watching ${files.size} ${files.size === 1 ? "file" : "files"}; Ctrl-C ends\n`);
  return { files, others };
}

/** Folders in which a file of `paths` may appear. */
function foldersOf(paths: readonly string[]): string[] {
  return paths.flatMap((each) => {
    const names = each.split(/[\\/]/);
    const magic = fs.existsSync(each) ? -1 : names.findIndex((name) => GLOB.test(name));
    return everyFolder(magic < 0 ? each : names.slice(0, magic).join("/") || (each.startsWith("/") ? "/" : "."));
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

async function* fromList(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

/** Waits until nothing has happened for a while. */
async function calm(listen: (next: () => void) => void): Promise<void> {
  for (let isCalm = false; !isCalm;) {
    isCalm = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), CALM);
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
