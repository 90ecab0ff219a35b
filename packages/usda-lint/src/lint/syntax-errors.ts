import { checkScene, LineIndex } from "@usdkit/validate";
import type { InputFile } from "@usdkit/command/files/input";
import { showFinding } from "../reporters/pretty.ts";
import { isTerminal, terminalColumns } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";

/** More are of little use to somebody who wanted another thing than a check. */
const MOST = 3;

/** For commands that need a text that parses: its errors, in frames, for standard error. */
export function showSyntaxErrors({ name }: InputFile, source: Uint8Array, color: boolean | undefined): string {
  const options = {
    style: createStyle(wantsColor(color, () => isTerminal(2), process.env)),
    columns: terminalColumns(2),
  };
  const { findings } = checkScene(source, { profile: "usda" });
  const errors = findings.filter(({ severity }) => severity === "error");
  const lines = new LineIndex(source);
  const shown = errors.slice(0, MOST).map((finding) => showFinding({ path: name, source }, finding, lines, options));
  if (errors.length > MOST) shown.push(`… and ${errors.length - MOST} more: usda-lint shows all of them`);
  return `${shown.join("\n\n")}\n\n`;
}
