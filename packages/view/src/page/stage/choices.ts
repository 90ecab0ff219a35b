/** The choices of the user: variants and payloads of the page alone. */
import { counted } from "@usdkit/base";
import type { StageChoices } from "../../protocol/stage-messages.ts";

/** Returns the choices with another variant of a set; null: as the layers select it. */
export function chooseVariant(
  { variants, payloads }: StageChoices,
  { prim, set }: { readonly prim: string; readonly set: string },
  variant: string | null,
): StageChoices {
  const others = variants.filter((each) => each.prim !== prim || each.set !== set);
  return { payloads, variants: variant === null ? others : [...others, { prim, set, variant }] };
}

/** Returns the choices with the payloads of a prim, and of all below it, loaded or unloaded. */
export function choosePayload({ variants, payloads }: StageChoices, prim: string, isLoaded: boolean): StageChoices {
  const others = payloads.filter((each) => each.prim !== prim && !each.prim.startsWith(`${prim}/`));
  return { variants, payloads: [...others, { prim, isLoaded }] };
}

/** Returns a sentence about the choices; null without any. */
export function describeChoices({ variants, payloads }: StageChoices): string | null {
  const parts: string[] = [];
  if (variants.length > 0) parts.push(counted(variants.length, "variant"));
  if (payloads.length > 0) parts.push(counted(payloads.length, "payload"));
  return parts.length === 0 ? null : `Chosen on this page only, in no file: ${parts.join(" and ")}.`;
}
