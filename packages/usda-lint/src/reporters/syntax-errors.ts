import { checkScene, LineIndex } from "@usdkit/validate";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { InputFile } from "@usdkit/command/files/input";
import { styleFor } from "@usdkit/command/terminal/style";
import { showFinding } from "./pretty.ts";

/** The first errors of a file are enough for a user who did not ask for a check. */
const MAX_ERRORS = 3;

export interface BrokenFile {
  readonly input: InputFile;
  readonly source: Uint8Array;
  readonly color: boolean | undefined;
}

/** Prints the syntax errors of a file, with the lines they are in, to standard error. */
export function reportSyntaxErrors({ stderr, env }: CommandContext, { input, source, color }: BrokenFile): void {
  const options = { style: styleFor(stderr, color, env), columns: stderr.columns };
  const { findings } = checkScene(source, { profile: "usda" });
  const errors = findings.filter(({ severity }) => severity === "error");
  const lines = new LineIndex(source);
  const file = { path: input.name, source };
  const shown = errors.slice(0, MAX_ERRORS).map((finding) => showFinding(file, finding, lines, options));
  if (errors.length > MAX_ERRORS) shown.push(`… and ${errors.length - MAX_ERRORS} more: run usda-lint to list them`);
  stderr.write(`${shown.join("\n\n")}\n\n`);
}
