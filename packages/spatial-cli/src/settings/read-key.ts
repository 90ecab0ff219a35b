import { fs, path } from "@usdkit/command/process/builtins";
import { describeIoError, UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { KeyPlace } from "./profile-file.ts";

/** Timeout of the key program in milliseconds: the user may have to type a passphrase. */
const COMMAND_TIMEOUT_MS = 120_000;
/** Maximum length: a key is a single line. */
const MAX_KEY_LENGTH = 64 * 1024;

/**
 * Reads the key from its location whenever the client asks, so that a renewed key is used.
 *
 * @throws {UsageError} with the location if there is no key. No message contains the key.
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

/** Expands `~/` to the home folder, also without a shell. */
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
      // Its message would contain its output.
      else reject(new UsageError(`There is no key: ${program} ${describeEnd(error)}`));
    });
    // Its error output is for the user, and it may prompt on the terminal.
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
