/** A report in a file, which appears when it is complete, or not at all. */
import { fs, path } from "@usdkit/command/process/builtins";

/** Where a report is written. */
export interface Sink {
  /** Resolves when there is room for more. */
  write(chunk: string | Uint8Array): Promise<void>;
  close(): void;
  /** Ends without a report; what was there stays. */
  discard(): void;
}

/**
 * Temporary files of reports that are not complete: removed when the process ends, unless a signal ends it. Signal handlers
 * would cost more than a hidden file: the check of many files never gets to run them.
 */
const unfinished = new Set<string>();

/**
 * Opens a report; makes its folder if there is none. Writes to a hidden file in the same folder, which replaces the report at
 * `close`; a run that ends before leaves nothing. Pipes and devices are written to directly.
 *
 * @param file Absolute.
 * @throws {Error} of the file system; so do `write` and `close`.
 */
export function openReportFile(file: string): Sink {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const before = fs.statSync(file, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) return writeTo(fs.openSync(file, "w"));

  // A link stays a link.
  const target = before === undefined ? file : fs.realpathSync(file);
  // A rename would replace a file that its owner made read-only.
  if (before !== undefined) fs.accessSync(target, fs.constants.W_OK);
  const { name, descriptor } = createBeside(target);
  if (before !== undefined) fs.fchmodSync(descriptor, before.mode & 0o7777);
  remember(name);
  return {
    ...writeTo(descriptor),
    close() {
      fs.closeSync(descriptor);
      fs.renameSync(name, target);
      forget(name);
    },
    discard() {
      fs.closeSync(descriptor);
      fs.rmSync(name, { force: true });
      forget(name);
    },
  };
}

function writeTo(descriptor: number): Sink {
  return {
    async write(chunk) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      for (let written = 0; written < bytes.length;) written += fs.writeSync(descriptor, bytes, written);
    },
    close: () => fs.closeSync(descriptor),
    discard: () => fs.closeSync(descriptor),
  };
}

/** In the same folder: a rename across file systems is not a rename. */
function createBeside(target: string): { name: string; descriptor: number } {
  for (let attempt = 0; ; attempt++) {
    const name = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}-${attempt}.tmp`);
    try {
      return { name, descriptor: fs.openSync(name, "wx") };
    } catch (error) {
      // Of a run that was killed, or of another report to the same file.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 100) throw error;
    }
  }
}

function remember(name: string): void {
  if (unfinished.size === 0) process.on("exit", removeUnfinished);
  unfinished.add(name);
}

function forget(name: string): void {
  unfinished.delete(name);
  if (unfinished.size === 0) process.off("exit", removeUnfinished);
}

function removeUnfinished(): void {
  for (const name of unfinished) fs.rmSync(name, { force: true });
}
