/** Failed commands as errors of tools. */
import { ToolError } from "../session/tool-error.ts";
import type { CommandResult } from "./tool.ts";

const LONGEST = 2000;

/** Returns the error of a command that failed: what it printed. */
export function commandProblem({ stderr, stdout }: CommandResult): ToolError {
  const lines = (stderr.trim() === "" ? stdout : stderr)
    .split("\n")
    .filter((line) => !line.startsWith('Run "'))
    .map((line) => line.replace(/^(?:usda|usda-lint)(?: [a-z]+)?: /u, ""));
  const text = lines.join("\n").trim();
  return new ToolError(
    text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text === "" ? "The command failed" : text,
  );
}

/** Returns the result of a command that ended with one of some codes. @throws ToolError for any other */
export function checkResult(result: CommandResult, codes: readonly number[] = [0]): CommandResult {
  if (!codes.includes(result.code)) throw commandProblem(result);
  return result;
}
