/** Attributes that animations change. */
import type { PlainAttribute, PlainProperty, Spline } from "@usdkit/layer";
import type { UsdWriter } from "./usd-writer.ts";

/** Name of the variant set with the animations of a scene that has several. */
export const ANIMATION_SET = "animation";

/** What an animation makes of an attribute. */
export type Animated = Pick<PlainAttribute, "timeSamples"> | { readonly spline: Spline };

/**
 * Returns the properties that a prim authors itself for an attribute that animations change. One animation is authored with the rest
 * value; several are variants, and then the prim has no opinion of its own, which would be stronger than theirs.
 *
 * @param prim path of the prim
 * @param animations by index of the animation
 */
export function animatedAttribute(
  { scene, layout, opinions }: UsdWriter,
  prim: string,
  attribute: PlainAttribute,
  animations: ReadonlyMap<number, Animated>,
): readonly PlainProperty[] {
  if (animations.size === 0) return [attribute];
  const [only] = animations.values();
  if (scene.animations.length === 1) return [{ ...attribute, ...only }];
  for (const [i, name] of layout.animationNames.entries()) {
    opinions.add(ANIMATION_SET, name, prim, [{ ...attribute, ...animations.get(i) }]);
  }
  return [];
}
