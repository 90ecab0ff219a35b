import { describeIoError, IoError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { nameOf, readStream, STANDARD_INPUT } from "@usdkit/command/files/input";
import { readWhole } from "@usdkit/command/files/read-whole";
import { refuseInvalid, SceneInvalidError } from "@usdkit/render";
import type { Layer } from "@usdkit/layer";
import type { Finding } from "@usdkit/validate";
import type { Report } from "../report/report.ts";

/** A scene or a patch, byte for byte as on disk. */
export interface SceneFile {
  /** Name for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws {IoError} with the file system's message. */
export async function readSceneFile(location: string, command: Pick<CommandContext, "stdin">): Promise<SceneFile> {
  const name = location === STANDARD_INPUT ? "<stdin>" : nameOf(location);
  try {
    const bytes = location === STANDARD_INPUT ? await readStream(command.stdin) : readWhole(location);
    return { name, bytes };
  } catch (error) {
    throw new IoError(`${name}: ${describeIoError(error)}`);
  }
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
export function checkSceneFile({ name, bytes }: SceneFile, use: SceneUse, report: Report): Layer | undefined {
  const onWarning = (finding: Finding): void => {
    // Content that the service deliberately ignores is left to the linter.
    if (finding.severity === "warning") report.note(findingLine(name, finding));
  };
  try {
    return refuseInvalid(bytes, use, { onWarning });
  } catch (error) {
    if (error instanceof SceneInvalidError) {
      for (const finding of error.findings) report.note(findingLine(name, finding));
      error.message = `${name} has ${error.findings.length === 1 ? "an error" : `${error.findings.length} errors`}; nothing was sent. \`usda-lint ${name}\` shows more, --no-validate sends it as it is.`;
    }
    throw error;
  }
}

function findingLine(name: string, { start, severity, rule, message }: Finding): string {
  return `${name}:${start.line}:${start.column}: ${severity} ${rule} ${message}`;
}
