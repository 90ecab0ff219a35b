import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { InputError } from "../engine.ts";

/** Python packages that the scripts need, in tested versions. */
const PACKAGES = "pip install pycolmap av";
/** Exit code of the scripts for a missing package, which their last message names. */
const EXIT_MISSING_PACKAGE = 42;
const MAX_STDERR = 2000;

const messageSchema = z.looseObject({
  progress: z.number().optional(),
  error: z.string().optional(),
  missing: z.string().optional(),
});

/**
 * Runs a script of `packages/gateway/python` with the `python3` on the PATH. It is killed when this process ends.
 *
 * @returns Its last message other than progress and errors; undefined if there is none.
 * @throws {InputError} for an error that the script reports, and for a missing package, with the command to install it.
 */
export async function runPython(
  script: "frames" | "mapping",
  args: readonly string[],
  onProgress: (value: number) => void,
): Promise<unknown> {
  const file = join(packageFolder(), "python", `${script}.py`);
  const child = spawn("python3", [file, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", () => reject(missing("python3")));
    child.on("close", resolve);
  });
  let last: z.infer<typeof messageSchema> | undefined;
  let error: string | undefined;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parse(line);
    if (message === undefined) return;
    if (message.progress !== undefined) onProgress(Math.min(1, Math.max(0, message.progress)));
    else if (message.error !== undefined) error = message.error;
    else last = message;
  });
  const code = await ended;
  if (code === EXIT_MISSING_PACKAGE) throw missing(`the Python package ${last?.missing ?? ""}`);
  if (error !== undefined) throw new InputError(error);
  if (code !== 0) throw new Error(`python3 ended with ${code ?? "a signal"}: ${stderr.trim()}`);
  return last;
}

/** The folder of this package, from the sources, the built modules and the bundled command alike. */
function packageFolder(): string {
  return dirname(fileURLToPath(import.meta.resolve("@usdkit/gateway/package.json")));
}

function missing(what: string): InputError {
  return new InputError(
    `reconstruction needs pycolmap, and PyAV for videos; ${what} is missing: install them (${PACKAGES}) for the python3 on the PATH, or set --engine-command`,
  );
}

/** Libraries also print lines. */
function parse(line: string): z.infer<typeof messageSchema> | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
