/** Targets of relationships of an earlier stage, found again among the prims that are written. */
import { isName } from "@usdkit/layer";
import type { Losses } from "../errors/losses.ts";

interface WaitingList {
  readonly targets: string[];
  readonly wanted: readonly string[];
  /** Of the relationship in the input. */
  readonly source: string;
}

/** Collects the prims that had a path in an earlier stage, and the relationships that name them. */
export class RelationshipTargets {
  readonly #paths = new Map<string, string>();
  readonly #waiting: WaitingList[] = [];

  /** Notes where a prim with an earlier path is; the first one counts. */
  place(earlier: string, path: string): void {
    if (!this.#paths.has(earlier)) this.#paths.set(earlier, path);
  }

  /** Returns a list that has the targets after {@link finish}. */
  list(wanted: readonly string[], source: string): readonly string[] {
    const targets: string[] = [];
    this.#waiting.push({ targets, wanted, source });
    return targets;
  }

  /** Fills the lists. A target that is no part of the file is a loss. */
  finish(losses: Losses): void {
    for (const { targets, wanted, source } of this.#waiting) {
      const list = new Set<string>();
      for (const target of wanted) {
        const [prim, ...properties] = target.split(".");
        const path = this.#paths.get(prim);
        const found = path !== undefined && properties.length < 2 && properties.every(isPropertyName);
        if (!found) losses.add(source, `The target <${target}> is not part of the file: it is left out`);
        else list.add([path, ...properties].join("."));
      }
      targets.push(...list);
    }
  }
}

/** Whether a text is the name of a property. */
export function isPropertyName(name: string): boolean {
  return name.split(":").every(isName);
}
