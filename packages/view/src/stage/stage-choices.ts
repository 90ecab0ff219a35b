/** The user's choices as options of stages. */
import type { StageOptions } from "@usdkit/usd";
import type { StageChoices } from "../protocol/stage-messages.ts";

export const noChoices: StageChoices = { variants: [], payloads: [] };

/** Returns whether payloads of a prim are loaded: the choice of the closest prim at or above it. */
export function isLoadedBy({ payloads }: StageChoices): (prim: string) => boolean {
  const chosen = new Map(payloads.map(({ prim, isLoaded }) => [prim, isLoaded]));
  return (prim) => {
    for (let path = prim; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
      const isLoaded = chosen.get(path);
      if (isLoaded !== undefined) return isLoaded;
    }
    return chosen.get("/") ?? true;
  };
}

/** Returns selections of variants with those that the user chose. */
export function selectionsOf(
  variants: NonNullable<StageOptions["variants"]>,
  choices: StageChoices,
): NonNullable<StageOptions["variants"]> {
  const found = new Map<string, Map<string, string>>();
  const add = (prim: string, set: string, variant: string): void => {
    const sets = found.get(prim) ?? new Map<string, string>();
    found.set(prim, sets.set(set, variant));
  };
  for (const [prim, sets] of Object.entries(variants)) {
    for (const [set, variant] of Object.entries(sets)) add(prim, set, variant);
  }
  for (const { prim, set, variant } of choices.variants) add(prim, set, variant);
  return Object.fromEntries([...found].map(([prim, sets]) => [prim, Object.fromEntries(sets)]));
}
