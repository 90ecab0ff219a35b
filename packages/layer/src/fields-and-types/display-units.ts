/** A unit that `displayUnit` accepts. */
export interface DisplayUnit {
  /** The only spelling that the text accepts, also used when writing: `cm`. */
  readonly name: string;
  readonly longName: string;
  readonly category: "length" | "angle";
  /** Metres, or degrees, per unit. */
  readonly scale: number;
}

/**
 * The units that `displayUnit = …` accepts: a bare word, case sensitive, not quoted. Long names are rejected, and so
 * are the reference's dimensionless units: `%` is not an identifier, and `default` is a reserved word.
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
