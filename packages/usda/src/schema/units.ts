/** A unit that `displayUnit` can name. */
export interface DisplayUnit {
  /** The only spelling that text accepts, and the one that is written back: `cm`. */
  readonly name: string;
  readonly longName: string;
  readonly category: "length" | "angle";
  /** Metres, or degrees, in one of this unit. */
  readonly scale: number;
}

/**
 * The units that `displayUnit = …` accepts: a bare word, case sensitive, not quoted. Long names are refused, and so
 * are the dimensionless units of the reference: `%` is not an identifier, and `default` is a reserved word.
 */
export const displayUnits: ReadonlyMap<string, DisplayUnit> = new Map<string, DisplayUnit>([
  ["mm", { name: "mm", longName: "millimeters", category: "length", scale: 0.001 }],
  ["cm", { name: "cm", longName: "centimeters", category: "length", scale: 0.01 }],
  ["dm", { name: "dm", longName: "decimeters", category: "length", scale: 0.1 }],
  ["m", { name: "m", longName: "meters", category: "length", scale: 1 }],
  ["km", { name: "km", longName: "kilometers", category: "length", scale: 1000 }],
  ["in", { name: "in", longName: "inches", category: "length", scale: 0.0254 }],
  ["ft", { name: "ft", longName: "feet", category: "length", scale: 0.3048 }],
  ["yd", { name: "yd", longName: "yards", category: "length", scale: 0.9144 }],
  ["mi", { name: "mi", longName: "miles", category: "length", scale: 1609.344 }],
  ["deg", { name: "deg", longName: "degrees", category: "angle", scale: 1 }],
  ["rad", { name: "rad", longName: "radians", category: "angle", scale: 57.29577951308232 }],
]);

/**
 * The reserved words. None of them can be a prim type, an attribute type, the name of an unregistered metadata field,
 * or a bare word as a value (`None` alone is a value). All of them can name a property (any part of a namespaced one
 * too) or a dictionary key, where the word is read as a plain name.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    "AnimationBlock None add append bezier class config connect curve custom customData def default delete " +
    "dictionary displayUnit doc held hermite inherits kind linear loop nameChildren none offset oscillate over " +
    "payload permission post pre prefixSubstitutions prepend properties references rel relocates reorder repeat " +
    "reset rootPrims scale sloped specializes spline subLayers suffixSubstitutions symmetryArguments " +
    "symmetryFunction timeSamples uniform variantSet variantSets variants varying"
  ).split(" "),
);

/** The words that start a list operation; `add` and `reorder` are the old ones and still read. */
export const listOperationWords: ReadonlySet<string> = new Set(["add", "append", "delete", "prepend", "reorder"]);

/** Words that are values of numbers or booleans but are not reserved. */
export const valueWords: ReadonlySet<string> = new Set(["inf", "nan", "true", "false", "yes", "no"]);
