/** The fields that the model has members for, by a number for each. */

export const KnownField = {
  other: 0,
  specifier: 1,
  typeName: 2,
  primChildren: 3,
  properties: 4,
  variantSetChildren: 5,
  variantChildren: 6,
  custom: 7,
  variability: 8,
  default: 9,
  timeSamples: 10,
  spline: 11,
  connectionPaths: 12,
  targetPaths: 13,
  /** Children that the reference computes from the lists of targets. */
  ignored: 14,
  subLayers: 15,
  subLayerOffsets: 16,
} as const;

/** By the name of the field. */
export const knownFields: ReadonlyMap<string, number> = new Map<string, number>([
  ["specifier", KnownField.specifier],
  ["typeName", KnownField.typeName],
  ["primChildren", KnownField.primChildren],
  ["properties", KnownField.properties],
  ["variantSetChildren", KnownField.variantSetChildren],
  ["variantChildren", KnownField.variantChildren],
  ["custom", KnownField.custom],
  ["variability", KnownField.variability],
  ["default", KnownField.default],
  ["timeSamples", KnownField.timeSamples],
  ["spline", KnownField.spline],
  ["connectionPaths", KnownField.connectionPaths],
  ["targetPaths", KnownField.targetPaths],
  ["connectionChildren", KnownField.ignored],
  ["targetChildren", KnownField.ignored],
  ["mapperChildren", KnownField.ignored],
  ["expressionChildren", KnownField.ignored],
  ["subLayers", KnownField.subLayers],
  ["subLayerOffsets", KnownField.subLayerOffsets],
]);

/** `SdfSpecType` of the reference. */
export const SpecNumber = {
  attribute: 1,
  prim: 6,
  pseudoRoot: 7,
  relationship: 8,
  variant: 10,
  variantSet: 11,
} as const;
