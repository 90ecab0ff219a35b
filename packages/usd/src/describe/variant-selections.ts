/** Selections of variants as text. */
import { StageError } from "../stage/stage-error.ts";

/** `/World/Chair{look=red}` */
const SELECTION = /^(\/[^{}]*)\{([^{}=]+)=([^{}=]*)\}$/u;

/**
 * Returns selections, by prim path and variant set, as `StageOptions.variants` takes them.
 *
 * ```ts
 * parseSelections(["/World/Chair{look=red}"]); // { "/World/Chair": { look: "red" } }
 * ```
 *
 * @throws StageError for a text that is no selection
 */
export function parseSelections(texts: readonly string[]): Record<string, Record<string, string>> {
  const selections: Record<string, Record<string, string>> = {};
  for (const text of texts) {
    const found = SELECTION.exec(text);
    if (found === null) {
      throw new StageError(`Expected a selection such as /World/Chair{look=red}, found ${JSON.stringify(text)}`);
    }
    const [, prim, set, selection] = found;
    selections[prim] = { ...selections[prim], [set]: selection };
  }
  return selections;
}
