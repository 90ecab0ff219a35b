/**
 * USDA, the text encoding of OpenUSD: parse, print, format and edit. `@usdkit/layer` defines the data model.
 *
 * @packageDocumentation
 */
export { parseUsda } from "./parse/parse-usda.ts";
export type { ParseOptions, ParseResult } from "./parse/parse-usda.ts";
export { reparseUsda } from "./parse/reparse-usda.ts";
export type { ReparseEdit, ReparseResult } from "./parse/reparse-usda.ts";
export type { ParseLimits } from "./parse/parse-tape.ts";
export type { Diagnostic, DiagnosticCode, RelatedRange } from "./diagnostics/types.ts";
export { forget, isOpened } from "./build/views.ts";

export { printUsda, printUsdaBytes } from "./print/print-usda.ts";
export { compareAsDictionary } from "./print/text-order.ts";
export type { PrintOptions } from "./print/print-usda.ts";

export { formatUsda, formatUsdaBytes, formatUsdaEdits } from "./format/format-usda.ts";
export type { FormatOptions } from "./format/format-usda.ts";
export { FormatError } from "./format/format-error.ts";
export { applyEdits, mergeEdits } from "./text-edits/text-edit.ts";
export type { TextEdit } from "./text-edits/text-edit.ts";
export { EditError } from "./text-edits/edit-error.ts";
export { isCxxNamespacedIdentifier, isIdentifier, isNamespacedIdentifier, isVariantName } from "./scan/identifiers.ts";
export { keepComments } from "./edit/keep-comments.ts";
export { removeStatements, removeStatementText } from "./edit/remove.ts";
export { removePrim, removePrims, removeProperties, removeProperty, setAttributeValue } from "./edit/edits.ts";
export { clearAttribute, clearDefault } from "./edit/clear-attribute.ts";
export { declarePrim } from "./edit/declare-prim.ts";
export type { PrimDeclaration } from "./edit/declare-prim.ts";
export { createPrim } from "./edit/create-specs.ts";
export { createPrims, type NewPrimTree } from "./edit/create-prims.ts";
export type { NewPrim } from "./edit/create-specs.ts";
export { setConnections, setTargets } from "./edit/set-paths.ts";
export { removeTimeSample, setTimeSample } from "./edit/time-samples.ts";
export { valueText } from "./edit/value-text.ts";
export {
  insertAfterProperty,
  insertPrim,
  insertPrims,
  insertProperties,
  insertProperty,
  propertyPlace,
  type PropertyPlace,
} from "./edit/insert.ts";
export { draftProperty, draftStatements } from "./edit/draft-property.ts";
export { mergeLayers } from "./merge/merge-layers.ts";
export type { MergeConflict } from "./merge/follow-renames.ts";
export type { MergeResult } from "./merge/merge-layers.ts";
export { MergeError } from "./merge/merge-error.ts";
export type { InsertPlace } from "./edit/insert.ts";
export { removeField, setField } from "./edit/set-field.ts";
export { moveProperty } from "./edit/move-property.ts";
export { replacePathExpressions } from "./edit/path-expressions.ts";
export { mayHavePathWith } from "./edit/references.ts";
export { relocateArcs, relocatePaths } from "./edit/relocate-paths.ts";
export type { Relocation } from "./edit/relocate-paths.ts";
export { duplicatePrim, movePrim, primSpecsAt, renamePrimInVariants } from "./edit/relocate.ts";
export type { MovePrimOptions } from "./edit/relocate.ts";
export { propertyNameRanges, renamePrim, renameProperty } from "./edit/rename.ts";

export { replaceAssetPaths } from "./edit/replace-asset-paths.ts";
export { pathElements } from "./edit/path-elements.ts";
export type { PathElement } from "./edit/path-elements.ts";
export { lookupMetadata } from "./keywords/metadata.ts";
export type { MetadataLookup } from "./keywords/metadata.ts";
export { listOperationWords, reservedWords } from "./keywords/reserved-words.ts";
export { tokenize } from "./format/tokenize.ts";
export type { TextToken, TextTokenType } from "./format/tokenize.ts";
export { pathExpressionTree, pathOperators } from "./read/path-expressions/path-expression.ts";
export { replacePathAtoms } from "./read/path-expressions/replace-path-atoms.ts";
export type {
  NoPaths,
  PathAtom,
  PathExpressionNode,
  PathExpressionOptions,
  PathReference,
} from "./read/path-expressions/path-expression.ts";
export type { Operation, Operator, OperatorAtom, OperatorNode } from "./read/path-expressions/operator-tree.ts";
export { STRETCH } from "./read/path-expressions/path-pattern.ts";
export type { PathPattern, PatternElement } from "./read/path-expressions/path-pattern.ts";
export { predicateOperators } from "./read/path-expressions/predicate-expression.ts";
export type { Predicate, PredicateArgument, PredicateCall } from "./read/path-expressions/predicate-expression.ts";
