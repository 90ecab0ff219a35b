/** The registry of variants: each is one entry in a table. */
import { recordVariants } from "./record-variants.ts";
import { statusVariants } from "./status-variants.ts";
import { typeVariants } from "./type-variants.ts";
import type { Variant } from "./variant.ts";

/** Conforming variations of the service, one for each point that the specification leaves open. */
export const variants: readonly Variant[] = [...typeVariants, ...statusVariants, ...recordVariants];

/** @throws RangeError If no variant has that name; the message lists the names. */
export function variantNamed(name: string): Variant {
  const found = variants.find((variant) => variant.name === name);
  if (found !== undefined) return found;
  throw new RangeError(
    `There is no variant "${name}". Variants: ${variants.map((variant) => variant.name).join(", ")}`,
  );
}
