/** Edits of the statements of one prim, for tests. */
import type { Layer } from "@usdkit/layer";
import { parseUsda } from "../parse/parse-usda.ts";
import { applyEdits, type TextEdit } from "../text-edits/text-edit.ts";

/** Returns a layer with a prim `/A` that has the statements. */
export function primText(statements: string): string {
  return `#usda 1.0\ndef "A"\n{\n${statements}}\n`;
}

/** Edits a prim with the statements, and returns those that it has then. Fails if either text has an error. */
export function editedPrim(statements: string, edit: (layer: Layer) => readonly TextEdit[]): string {
  const after = editedText(primText(statements), edit);
  return after.slice(primText("").length - 2, -2);
}

/** Edits a text, and returns it. Fails if either text has an error. */
export function editedText(text: string, edit: (layer: Layer) => readonly TextEdit[]): string {
  const after = applyEdits(text, edit(parsed(text)));
  parsed(after);
  return after;
}

function parsed(text: string): Layer {
  const { layer, diagnostics } = parseUsda(text);
  const [problem] = diagnostics;
  if (problem !== undefined) throw new Error(`line ${problem.line}: ${problem.message} in\n${text}`);
  return layer;
}
