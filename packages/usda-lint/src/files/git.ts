/** Calls of git. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { IoError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { checkLength } from "@usdkit/command/files/read-whole";

/** Where git is called. */
export type GitPlace = Pick<CommandContext, "cwd" | "env">;

/**
 * Returns the output of a git command.
 *
 * @throws {IoError} with the error of git, or that it is not installed.
 */
export async function gitOutput(args: readonly string[], place: GitPlace): Promise<Buffer> {
  const child = startGit(args, place);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  child.stdin.end();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error: NodeJS.ErrnoException) => {
      reject(new IoError(`--staged: ${error.code === "ENOENT" ? "git is not installed" : error.message}`));
    });
    child.on("close", resolve);
  });
  if (code === 0) return Buffer.concat(output);
  const message = Buffer.concat(errors).toString().trim();
  throw new IoError(`--staged: git ${args[0]}: ${message === "" ? `exit code ${code}` : message}`);
}

/** Reads blobs by their hashes, one after the other, through one process. */
export class BlobReader {
  readonly #place: GitPlace;
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: AsyncIterator<Buffer> | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(place: GitPlace) {
    this.#place = place;
  }

  /** @throws {Error} if git does not have the blob. */
  async read(hash: string): Promise<Uint8Array> {
    if (this.#child === undefined) {
      this.#child = startGit(["cat-file", "--batch"], this.#place);
      // Errors appear as an end of the output.
      this.#child.on("error", () => {});
      this.#child.stdin.on("error", () => {});
      this.#child.stderr.resume();
      this.#chunks = this.#child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    }
    this.#child.stdin.write(`${hash}\n`);
    // `HASH TYPE SIZE`, or `HASH missing`.
    const [, type, size] = (await this.#line()).split(" ");
    if (type !== "blob") throw new Error(`git has no content (${hash.slice(0, 12)} ${type ?? ""})`);
    checkLength(Number(size));
    return this.#take(Number(size));
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child?.kill();
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("latin1", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      this.#rest = Buffer.concat([this.#rest, await this.#chunk()]);
    }
  }

  /** The content, and past the line feed after it. */
  async #take(size: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(size + 1);
    let length = 0;
    while (length < bytes.length) {
      if (this.#rest.length === 0) this.#rest = await this.#chunk();
      const copied = this.#rest.copy(bytes, length);
      length += copied;
      this.#rest = this.#rest.subarray(copied);
    }
    return bytes.subarray(0, size);
  }

  async #chunk(): Promise<Buffer> {
    const next = await this.#chunks?.next();
    if (next === undefined || next.done === true) throw new Error("git ended before it gave the content");
    return next.value;
  }
}

function startGit(args: readonly string[], { cwd, env }: GitPlace): ChildProcessWithoutNullStreams {
  return spawn("git", args, { cwd, env, stdio: "pipe", windowsHide: true });
}
