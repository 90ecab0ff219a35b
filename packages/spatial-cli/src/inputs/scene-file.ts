import { InvalidRequestError } from "@usdkit/client";
import { describeIoError, IoError, UsageError } from "@usdkit/command/cli/errors";
import { nameOf, readStream, STANDARD_INPUT } from "@usdkit/command/files/input";
import { readWhole } from "@usdkit/command/files/read-whole";
import { refuseInvalid, SceneInvalidError, sceneText, type SceneText } from "@usdkit/render";
import type { Layer } from "@usdkit/layer";
import type { Finding } from "@usdkit/validate";
import type { Context } from "../context/context.ts";
import type { Report } from "../report/report.ts";

/** A scene or a patch as USDA text: that of a text file byte for byte. */
export interface SceneFile {
  /** Name for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether the text was printed from a crate: its lines are none of the file. */
  readonly isPrinted: boolean;
}

/**
 * Reads a scene or a patch of any encoding; reports a binary one, as the service gets it as text.
 *
 * @throws {IoError} with the file system's message. {UsageError} for a damaged binary file.
 */
export async function readSceneFile(
  location: string,
  { command, report }: Pick<Context, "command" | "report">,
): Promise<SceneFile> {
  const name = location === STANDARD_INPUT ? "<stdin>" : nameOf(location);
  let source: Uint8Array;
  try {
    source = location === STANDARD_INPUT ? await readStream(command.stdin) : readWhole(location);
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
  }
  let text: SceneText;
  try {
    text = await sceneText(source);
  } catch (error) {
    if (error instanceof InvalidRequestError) throw new UsageError(`${name}: ${error.message}`);
    throw error;
  }
  const { bytes, from, inner } = text;
  const layer = [name, ...inner.map((path) => `[${path}]`)].join("");
  if (from !== undefined) {
    const alone = inner.length === 0 ? "" : "; other files of the package are not sent";
    report.note(`note: ${layer} is sent as USDA text, the only encoding that the service takes${alone}`);
  }
  return { name: from === "usda" ? layer : name, bytes, isPrinted: from === "usdc" };
}

/** The profile that a file is validated with. */
export type SceneUse =
  | { readonly profile: "offline" | "realtime" }
  | { readonly profile: "patch"; readonly base?: Uint8Array | Layer };

/**
 * Validates the content with the rules of `RenderClient`. Returns its layer; reports warnings.
 *
 * @throws SceneInvalidError with the file's name in every line.
 */
export function checkSceneFile(file: SceneFile, use: SceneUse, report: Report): Layer | undefined {
  const { name, bytes } = file;
  const onWarning = (finding: Finding): void => {
    // Content that the service deliberately ignores is left to the linter.
    if (finding.severity === "warning") report.note(findingLine(file, finding));
  };
  try {
    return refuseInvalid(bytes, use, { onWarning });
  } catch (error) {
    if (error instanceof SceneInvalidError) {
      for (const finding of error.findings) report.note(findingLine(file, finding));
      error.message = `${name} has ${error.findings.length === 1 ? "an error" : `${error.findings.length} errors`}; nothing was sent. \`usda-lint ${name}\` shows more, --no-validate sends it as it is.`;
    }
    throw error;
  }
}

function findingLine({ name, isPrinted }: SceneFile, { start, severity, rule, message, primPath }: Finding): string {
  if (isPrinted) return `${name}: ${primPath}: ${severity} ${rule} ${message}`;
  return `${name}:${start.line}:${start.column}: ${severity} ${rule} ${message}`;
}
