import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { isTerminal, standardOutput } from "@usdkit/command/terminal/output";
import { createStyle, wantsColor } from "@usdkit/command/terminal/style";
import { unifiedDiff } from "./unified-diff.ts";

/** Prints what would become of a file, to standard output. */
export async function printPatch(
  name: string,
  before: Uint8Array,
  after: Uint8Array,
  color: boolean | undefined,
): Promise<void> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // A patch for a program must be exact; one for eyes must not move the cursor.
  const show = isTerminal(1) ? escapeLines : (text: string) => text;
  const style = createStyle(wantsColor(color, () => isTerminal(1), process.env));
  await standardOutput.write(
    unifiedDiff(escapeTerminal(name), show(decoder.decode(before)), show(decoder.decode(after)), style),
  );
}
