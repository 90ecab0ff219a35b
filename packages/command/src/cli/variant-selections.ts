/** Variants that a command selects. */
import { UsageError } from "./errors.ts";

/** `/World/Chair{look=red}` */
const SELECTION = /^(\/[^{}]*)\{([^{}=]+)=([^{}=]*)\}$/u;

/**
 * Returns the selections of `--variant`, by prim path and variant set.
 *
 * @throws UsageError for a text that is no selection
 */
export function selectionsOf(variants: readonly string[] = []): Record<string, Record<string, string>> {
  const selections: Record<string, Record<string, string>> = {};
  for (const text of variants) {
    const found = SELECTION.exec(text);
    if (found === null) {
      throw new UsageError(`Expected a selection such as /World/Chair{look=red}, found ${JSON.stringify(text)}`);
    }
    const [, prim, set, selection] = found;
    selections[prim] = { ...selections[prim], [set]: selection };
  }
  return selections;
}
