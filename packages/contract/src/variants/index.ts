/** The registry: a variant is one entry in a table. */
import { recordVariants } from "./record-variants.ts";
import { statusVariants } from "./status-variants.ts";
import { typeVariants } from "./type-variants.ts";
import type { Variant } from "./variant.ts";

/** What a service may do that follows the specification, by everything that it leaves open. */
export const variants: readonly Variant[] = [...typeVariants, ...statusVariants, ...recordVariants];

/** @throws RangeError For a name that no variant has; the message lists those there are. */
export function variantNamed(name: string): Variant {
  const found = variants.find((variant) => variant.name === name);
  if (found !== undefined) return found;
  throw new RangeError(
    `There is no variant "${name}". Variants: ${variants.map((variant) => variant.name).join(", ")}`,
  );
}
