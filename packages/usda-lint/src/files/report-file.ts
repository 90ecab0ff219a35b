/** A report in a file: it appears there when it is complete, or not at all. */
import { fs, path } from "@usdkit/command/builtins";
import type { Sink } from "@usdkit/command/terminal/output";

/**
 * Temporary files of reports that are not complete: gone when the process ends, but for one that a signal ends. To answer
 * signals would cost more than a hidden file: the check of many files never comes to the point where it could.
 */
const unfinished = new Set<string>();

/**
 * Opens a report; its folder is made where there is none. What is written goes to a hidden file beside it, which takes its
 * place at `close`; a run that ends before leaves nothing. Pipes and devices are written to as they are.
 *
 * @throws {Error} what the file system says; so do `write` and `close`.
 */
export function openReportFile(file: string): Sink {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const before = fs.statSync(file, { throwIfNoEntry: false });
  if (before !== undefined && !before.isFile()) return writeTo(fs.openSync(file, "w"));

  // A link stays a link.
  const target = before === undefined ? path.resolve(file) : fs.realpathSync(file);
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
  };
}

function writeTo(descriptor: number): Sink {
  return {
    async write(chunk) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      for (let written = 0; written < bytes.length;) written += fs.writeSync(descriptor, bytes, written);
    },
    close: () => fs.closeSync(descriptor),
  };
}

/** In the same folder: a rename across file systems is no rename. */
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
