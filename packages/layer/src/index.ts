/**
 * The data model of an OpenUSD layer: specs, fields, values, value types, list operations and paths, independent of
 * the encoding. Visits, dumps and compares layers, and builds them from plain data.
 *
 * @packageDocumentation
 */
export type * from "./model/types.ts";
export { visitLayer } from "./model/visit.ts";
export type { LayerVisitor } from "./model/visit.ts";
export { findSpec, quote } from "./model/find-spec.ts";
export { counted } from "./model/counted.ts";
export { nearestName } from "./model/nearest-name.ts";
export { PathPatterns } from "./model/path-patterns.ts";
export type { PatternState } from "./model/path-patterns.ts";
export { SpecPathError } from "./model/spec-path-error.ts";
export { absolutePath, normalPath, parentPath, primPathOf, stripVariantSelections } from "./model/paths.ts";

export { fieldChecks, fieldDefinitions } from "./schema/fields.ts";
export type { FieldCheck, FieldDefinition, FieldSpecKind, FieldSyntax } from "./schema/fields.ts";
export { displayUnits } from "./schema/display-units.ts";
export type { DisplayUnit } from "./schema/display-units.ts";
export { valueTypes } from "./schema/value-types.ts";
export type { ScalarKind, ValueType } from "./schema/value-types.ts";
export { knownType, stringType } from "./schema/known-type.ts";

export { floatToHalfBits, halfBitsToFloat } from "./values/half.ts";
export { loadKernel } from "./values/load-kernel.ts";
export type { KernelExports, KernelMemory } from "./values/load-kernel.ts";
export { decodeUtf8, decodeUtf8Keeping, encodeUtf8, firstInvalidUtf8 } from "./values/utf8.ts";
export {
  MAX_NUMBER_BYTES,
  formatDouble,
  formatFloat,
  formatHalf,
  writeBigInt,
  writeDouble,
  writeFloat,
  writeHalf,
  writeInteger,
} from "./values/shortest.ts";
export { formatGeneral } from "./values/general-text.ts";
export { countDigits, writeAscii, writeDecimal, writeDigits } from "./values/decimal-text.ts";

export { makeLayer } from "./plain/plain-layer.ts";
export type {
  PlainAttribute,
  PlainBody,
  PlainLayer,
  PlainPrim,
  PlainProperty,
  PlainRelationship,
  PlainVariant,
  PlainVariantSet,
} from "./plain/plain-layer.ts";
export { plainDictionary, plainValue } from "./plain/plain-values.ts";
export type { PlainDictionary, PlainEntries, PlainEntry, PlainNumbers, PlainValue } from "./plain/plain-values.ts";
export type { PlainArc, PlainField, PlainFields, PlainItem } from "./plain/plain-fields.ts";

export { dumpChunks, dumpLayer, dumpLayerBytes } from "./dump/dump.ts";
export { dumpSha256 } from "./dump/dump-digest.ts";
export { quoteAsReference } from "./dump/reference-quotes.ts";

export { diffLayers } from "./diff/diff-layers.ts";
export { describeDifferences } from "./diff/describe-differences.ts";
export type { DifferenceGroup, DifferenceLine } from "./diff/describe-differences.ts";
export { itemText } from "./diff/value-text.ts";
export type {
  AddedDifference,
  DeclarationDifference,
  DiffItem,
  DiffOptions,
  Difference,
  ElementsDifference,
  ListDifference,
  MetadataDifference,
  MovedDifference,
  RemovedDifference,
  ReorderedDifference,
  SplineDifference,
  SplinePart,
  TimeSampleDifference,
  TimeSamplesDifference,
  ToleranceBounds,
  ValueDifference,
} from "./diff/types.ts";
