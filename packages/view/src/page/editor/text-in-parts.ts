/** Prepares large texts for the editor without blocking the page. */
import { Text } from "@codemirror/state";

/** Characters that are split into lines in one task. */
const PART = 2 ** 20;

/** Returns the lines of a text, separated by line feeds; of a large text over several tasks. */
export async function textInParts(text: string): Promise<Text> {
  let lines = Text.of(text.slice(0, PART).split("\n"));
  for (let from = PART; from < text.length; from += PART) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    // A line goes on in the next part.
    lines = lines.append(Text.of(text.slice(from, from + PART).split("\n")));
  }
  return lines;
}
