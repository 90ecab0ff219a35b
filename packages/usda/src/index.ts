/**
 * USDA, the text format of OpenUSD: parse, look, print, format, edit.
 *
 * @packageDocumentation
 */
export { parseUsda } from "./parse/parse-usda.ts";
export type { ParseOptions, ParseResult } from "./parse/parse-usda.ts";
export type { ParseLimits } from "./grammar/parse-tape.ts";
export type { ByteRange, Diagnostic, DiagnosticCode, RelatedRange } from "./diagnostics/types.ts";

export type * from "./layer/types.ts";
export { forget, isOpened } from "./layer/views.ts";
export { visitLayer } from "./layer/visit.ts";
export type { LayerVisitor } from "./layer/visit.ts";
export { findSpec, nearestName } from "./edit/find-spec.ts";
export { makeLayer } from "./layer/plain-layer.ts";
export type {
  PlainAttribute,
  PlainBody,
  PlainLayer,
  PlainPrim,
  PlainProperty,
  PlainRelationship,
  PlainVariant,
  PlainVariantSet,
} from "./layer/plain-layer.ts";
export { plainDictionary, plainValue } from "./layer/plain-values.ts";
export type { PlainDictionary, PlainEntries, PlainEntry, PlainNumbers, PlainValue } from "./layer/plain-values.ts";
export type { PlainArc, PlainField, PlainFields, PlainItem } from "./layer/plain-fields.ts";

export { printUsda, printUsdaBytes } from "./print/print-usda.ts";
export type { PrintOptions } from "./print/print-usda.ts";
export { dumpChunks, dumpLayer, dumpLayerBytes } from "./print/dump.ts";
export { dumpSha256 } from "./print/dump-digest.ts";

export { formatUsda, formatUsdaBytes, formatUsdaEdits } from "./edit/format-usda.ts";
export type { FormatOptions } from "./edit/format-usda.ts";
export { FormatError } from "./edit/format-error.ts";
export { applyEdits, mergeEdits } from "./edit/text-edit.ts";
export type { TextEdit } from "./edit/text-edit.ts";
export { EditError } from "./edit/edit-error.ts";
export { removePrim, removePrims, removeProperties, removeProperty, setAttributeValue } from "./edit/edits.ts";
export { insertPrim, insertPrims, insertProperties, insertProperty } from "./edit/insert.ts";
export type { InsertPlace } from "./edit/insert.ts";
export { removeField, setField } from "./edit/set-field.ts";
export { renamePrim, renameProperty } from "./edit/rename.ts";

export { diffLayers } from "./diff/diff-layers.ts";
export { describeDifferences } from "./diff/describe-differences.ts";
export type { DifferenceGroup, DifferenceLine } from "./diff/describe-differences.ts";
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

export { fieldDefinitions } from "./schema/fields.ts";
export type { FieldCheck, FieldDefinition, FieldSpecKind, FieldSyntax } from "./schema/fields.ts";
export { displayUnits } from "./schema/units.ts";
export type { DisplayUnit } from "./schema/units.ts";
export { valueTypes } from "./schema/value-types.ts";
export type { ScalarKind, ValueType } from "./schema/value-types.ts";
export { floatToHalfBits, halfBitsToFloat } from "./scan/half.ts";
