/**
 * The data model of an OpenUSD layer: specs, fields, values, value types, list operations and paths, independent of
 * the encoding. Visits, dumps and compares layers, and builds them from plain data.
 *
 * @packageDocumentation
 */
export type * from "./model/types.ts";
export { visitLayer } from "./model/visit.ts";
export type { LayerVisitor } from "./model/visit.ts";
export { findSpec, lookUpSpec } from "./model/find-spec.ts";
export { memberNamed } from "./model/named-lists.ts";
export { addedCount, addedItems } from "./model/list-items.ts";
export { isName, validName } from "./model/names.ts";
export { nearestName } from "./model/nearest-name.ts";
export { PathPatterns } from "./model/path-patterns.ts";
export type { PatternState } from "./model/path-patterns.ts";
export { SpecPathError } from "./model/spec-path-error.ts";
export { absolutePath, normalPath, parentPath, primPathOf, stripVariantSelections } from "./model/paths.ts";

export { arcFields, fieldChecks, fieldDefinitions } from "./fields-and-types/fields.ts";
export type { FieldCheck, FieldDefinition, FieldSpecKind, FieldSyntax } from "./fields-and-types/fields.ts";
export { displayUnits } from "./fields-and-types/display-units.ts";
export type { DisplayUnit } from "./fields-and-types/display-units.ts";
export { isTextKind, valueTypes } from "./fields-and-types/value-types.ts";
export type { ScalarKind, TextKind, ValueType } from "./fields-and-types/value-types.ts";
export { knownType, stringType } from "./fields-and-types/known-type.ts";

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

export { dumpChunks, dumpFields, dumpLayer, dumpLayerBytes, dumpValue } from "./dump/dump.ts";
export { dumpElements, elementCount } from "./dump/dump-values.ts";
export { DumpValueError, fieldOfDump, valueOfDump } from "./dump/value-of-dump.ts";
export { dumpSha256 } from "./dump/dump-digest.ts";
export { quoteAsReference } from "./dump/reference-quotes.ts";

export { bracketingSamples, interpolateValues, typedNumber, valueAtTime } from "./times/interpolate.ts";
export type { Bracket } from "./times/interpolate.ts";
export { splineValue } from "./times/spline-value.ts";

export { diffLayers } from "./diff/diff-layers.ts";
export { describeDifferences } from "./diff/describe-differences.ts";
export type { DifferenceGroup, DifferenceLine } from "./diff/describe-differences.ts";
export { fieldText, itemText, valueText } from "./diff/value-text.ts";
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
