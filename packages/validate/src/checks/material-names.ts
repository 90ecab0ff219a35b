/** Names of the properties that bind materials. */

const BINDING = "material:binding";

/** Whether a property binds materials, by its name. */
export function isBindingName(name: string): boolean {
  return name === BINDING || name.startsWith(`${BINDING}:`);
}

/** Whether a property binds a material to a collection, by its name. */
export function isCollectionBindingName(name: string): boolean {
  return name === `${BINDING}:collection` || name.startsWith(`${BINDING}:collection:`);
}
