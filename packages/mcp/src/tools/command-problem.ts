/** Failed commands as errors of tools. */
import { ToolError } from "../session/tool-error.ts";
import type { CommandResult } from "./tool.ts";

const LONGEST = 2000;
/** A flag of a command that is an argument of a tool, which has its name. */
const FLAG =
  /(?:Option )?"?--(profile|rule|camera|purpose|background|time|size|only|tolerance|ignore|target|variant|session|composed|arkit)\b"?/gu;

/** Of the command, which has a flag for it. */
const PACKAGE_HINT = ". Unpack it, or allow that the package is written again";

/** Returns the error of a command that failed: what it printed. */
export function commandProblem({ stderr, stdout }: CommandResult): ToolError {
  const lines = (stderr.trim() === "" ? stdout : stderr)
    .split("\n")
    .filter((line) => !line.startsWith('Run "'))
    .map((line) => line.replace(/^(?:usda|usda-lint)(?: [a-z]+)?: /u, ""));
  const text = lines.join("\n").trim().replace(PACKAGE_HINT, "");
  const place = [...text.matchAll(FLAG)][0]?.[1] ?? (isUnknownRule(text) ? "rule" : undefined);
  const named = text.replaceAll(FLAG, (_, argument: string) => `\`${argument}\``);
  // The place is shown before the message.
  const prefix = `\`${place}\`: `;
  const shown = named.startsWith(prefix) ? named.slice(prefix.length) : named;
  return new ToolError(
    shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown === "" ? "The command failed" : shown,
    { place, remedy: remedyFor(text) },
  );
}

function isUnknownRule(text: string): boolean {
  return /\bUnknown rule\b/u.test(text);
}

/** Returns what to do about what a command reports in words for people at a terminal. */
function remedyFor(text: string): string | undefined {
  if (isUnknownRule(text)) return "The resource usdkit://rules lists the rules";
  if (/ is in a package\b/u.test(text))
    return "Write its layers with usd_convert to a .usda, edit that, and pack it with usd_package";
  return undefined;
}

/** Returns the result of a command that ended with one of some codes. @throws ToolError for any other */
export function checkResult(result: CommandResult, codes: readonly number[] = [0]): CommandResult {
  if (!codes.includes(result.code)) throw commandProblem(result);
  return result;
}
