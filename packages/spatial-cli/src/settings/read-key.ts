import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError, UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { KeyPlace } from "./profile-file.ts";

/** Milliseconds that a program may take to give the key: the user may have to type a passphrase. */
const COMMAND_TIMEOUT_MS = 120_000;
/** A key is a line; what is longer is something else. */
const MAX_KEY_LENGTH = 64 * 1024;

/**
 * Reads the key from its place: whenever the client asks, so that a key that was renewed there is found.
 *
 * @throws {UsageError} if there is none. The key is in no message.
 */
export async function readKey(
  place: KeyPlace,
  folder: string,
  { env, stderr }: Pick<CommandContext, "env" | "stderr">,
): Promise<string> {
  if (place.env !== undefined) {
    return firstLine(
      env[place.env] ?? "",
      `the environment variable ${place.env}, which the profile names, is not set`,
    );
  }
  if (place.file !== undefined) {
    const file = resolveFile(place.file, folder);
    return firstLine(readShort(file), `${file}, which the profile names, is empty`);
  }
  const [program = "", ...args] = place.command ?? [];
  return firstLine(await ask(program, args, stderr), `${program}, which the profile names, printed nothing`);
}

/** `~/` is the home folder, in any shell and in none. */
function resolveFile(file: string, folder: string): string {
  const { homedir } = process.getBuiltinModule("node:os");
  return /^~[/\\]/.test(file) ? path.join(homedir(), file.slice(2)) : path.resolve(folder, file);
}

function readShort(file: string): string {
  try {
    if (fs.statSync(file).size > MAX_KEY_LENGTH) throw new Error("it is too long for a key");
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`There is no key: ${file}: ${describeIoError(error)}`);
  }
}

function ask(program: string, args: readonly string[], stderr: CommandContext["stderr"]): Promise<string> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve, reject) => {
    const options = { timeout: COMMAND_TIMEOUT_MS, maxBuffer: MAX_KEY_LENGTH, encoding: "utf8" } as const;
    const child = execFile(program, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      // Its message would show what it printed.
      else reject(new UsageError(`There is no key: ${program} ${describeEnd(error)}`));
    });
    // What it says against it is for the user, and it may ask for something on the terminal.
    child.stderr?.on("data", (text: string) => stderr.write(text));
  });
}

function describeEnd(error: { readonly code?: string | number | null; readonly killed?: boolean }): string {
  if (error.killed === true) return "took too long";
  return error.code === "ENOENT" ? "cannot be found" : `failed (${error.code})`;
}

function firstLine(text: string, problem: string): string {
  const line = (text.split("\n", 1)[0] ?? "").trim();
  if (line === "") throw new UsageError(`There is no key: ${problem}`);
  return line;
}
