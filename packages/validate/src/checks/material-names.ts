/** Names of the properties that bind materials, and of the checks of others that look at what they lead to. */

const BINDING = "material:binding";

/** Whether a property binds materials, by its name. */
export function isBindingName(name: string): boolean {
  return name === BINDING || name.startsWith(`${BINDING}:`);
}

/** Whether a property binds a material to a collection, by its name. */
export function isCollectionBindingName(name: string): boolean {
  return name === `${BINDING}:collection` || name.startsWith(`${BINDING}:collection:`);
}

/** The checks of other validators that look at the targets of bindings of prims with MaterialBindingAPI. */
export const BINDING_TARGET_CHECKS: readonly string[] = [
  "usdShadeValidators:MaterialBindingCollectionValidator",
  "nvidia:UsdShadeMaterialBindingCollectionValidator",
];
