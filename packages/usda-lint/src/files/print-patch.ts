import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { styleFor } from "@usdkit/command/terminal/style";
import { unifiedDiff } from "@usdkit/base";

export interface ChangedFile {
  readonly name: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Prints the changes of a file to standard output, as a patch. */
export async function printPatch(
  { stdout, env }: CommandContext,
  { name, before, after }: ChangedFile,
  color: boolean | undefined,
): Promise<void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // A patch for a program must be exact; one on a terminal must not move the cursor.
  const show = stdout.isTerminal ? escapeLines : (text: string) => text;
  const style = styleFor(stdout, color, env);
  await stdout.write(
    unifiedDiff(escapeTerminal(name), show(decoder.decode(before)), show(decoder.decode(after)), style),
  );
}
