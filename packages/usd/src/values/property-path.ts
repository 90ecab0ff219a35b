/** Paths of properties as text. */

/** A path in two parts. */
export interface PropertyPath {
  readonly prim: string;
  /** "" for the path of a prim. */
  readonly property: string;
}

/** Splits `/A/B.x:y` into prim and property. */
export function splitPropertyPath(path: string): PropertyPath {
  // Names of variants may contain dots.
  const dot = path.indexOf(".", path.lastIndexOf("}") + 1);
  return dot < 0 ? { prim: path, property: "" } : { prim: path.slice(0, dot), property: path.slice(dot + 1) };
}
