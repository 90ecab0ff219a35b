/**
 * OpenUSD layers of any encoding: text, crate, and either in a package; and stages, which are composed from layers.
 *
 * @packageDocumentation
 */
export { findInPackage, openLayer } from "./open/open-layer.ts";
export type { LayerDiagnostic, LayerEncoding, OpenedLayer, OpenLayerOptions, PackedLayer } from "./open/open-layer.ts";
export { isBinaryLayer } from "@usdkit/base";
export { replaceInPackage } from "./open/replace-in-package.ts";
export { formatLayerName, parseLayerName } from "./open/layer-name.ts";
export type { LayerName } from "./open/layer-name.ts";
export { assetPathsOf } from "./dependencies/asset-paths.ts";
export type { ArcKind, AuthoredPath } from "./dependencies/asset-paths.ts";
export { findDependencies, isAnchoredPath, isAssetUri, namesFiles } from "./dependencies/find-dependencies.ts";
export type {
  AssetLink,
  Dependencies,
  DependencyFiles,
  DependencyOptions,
  PackageUse,
} from "./dependencies/find-dependencies.ts";
export { findPackageDependencies, unreadableLayers, withPackageContents } from "./dependencies/package-contents.ts";
export type { AllDependencies, Unreadable } from "./dependencies/package-contents.ts";
export { packageLayout } from "./dependencies/package-layout.ts";
export type { PackageLayout } from "./dependencies/package-layout.ts";
export { rewriteAssetPaths } from "./dependencies/rewrite-asset-paths.ts";
export { Stage } from "./stage/stage.ts";
export type { ComposedPrim, StageProblem } from "./stage/composed-prim.ts";
export type { PrefetchOptions, StageOptions, StageUpdate } from "./stage/stage-options.ts";
export type { PrefetchedValues } from "./values/prefetch-values.ts";
export { ByteReadError, LazyBytes, MissingBytesError, unifiedDiff, whenFetched } from "@usdkit/base";
export type { ByteReader } from "@usdkit/base";
export type { StageChanges } from "./change/changed-prims.ts";
export type { FileContents, FileState } from "./resolve/layer-registry.ts";
export type { StagePrim, StagePrimOptions } from "./instances/stage-prims.ts";
export type { StagePrototype } from "./instances/stage-prototype.ts";
export { stitchLayers } from "./flatten-layers/stitch-layers.ts";
export type { StitchOptions } from "./flatten-layers/stitch-layers.ts";
export { stitchClips, StitchClipsError } from "./flatten-layers/stitch-clips.ts";
export type {
  ClipSource,
  ClipTemplateOptions,
  StitchClipsOptions,
  StitchedClips,
} from "./flatten-layers/stitch-clips.ts";
export type { FlattenOptions } from "./flatten/flatten-options.ts";
export { valueOfText } from "./edit/value-of-text.ts";
export { transformEdits, transformOf } from "./imageable/transform-edits.ts";
export type { TransformChange, TransformParts } from "./imageable/transform-edits.ts";
export { editOps, readStageEdits } from "./edit/read-edits.ts";
export { intendedType } from "./edit/edit-names.ts";
export { splitTargetName } from "./edit/edit-target.ts";
export type { EditTargetName } from "./edit/edit-target.ts";
export { EditList } from "./edit/edit-list.ts";
export { LayerDocument, LayerSnapshot } from "./edit/layer-document.ts";
export { EditableLayer } from "./edit/editable-layer.ts";
export type { LayerEdits } from "./edit/editable-layer.ts";
export type { ChangeListener, EditedLayer, StageEditOptions, StageEditResult, StageEdits } from "./edit/edit-result.ts";
export type { HiddenOpinion } from "./edit/hidden-opinions.ts";
export type * from "./edit/stage-edit.ts";
export { StageEditError } from "./edit/stage-edit-error.ts";
export { StageError } from "./stage/stage-error.ts";
export { ResolveError } from "./resolve/resolver.ts";
export type { ResolvedBytes, Resolver } from "./resolve/resolver.ts";
export { memoryResolver, pathResolver } from "./resolve/path-resolver.ts";
export type { PathResolverOptions } from "./resolve/path-resolver.ts";
export { httpResolver } from "./resolve/http-resolver.ts";
export type { HttpResolverOptions } from "./resolve/http-resolver.ts";
export type { ByteStream, ByteStreamReader, FetchedReply, FetchUrl, RequestSignal } from "./resolve/http-request.ts";
export type { SiteSpec, StageLayer } from "./resolve/stage-layer.ts";
export type { LayerStack, Relocates } from "./layer-stack/layer-stack.ts";
export type { StackedLayer, StackedSpec } from "./layer-stack/stacked-spec.ts";
export { arcNames } from "./graph/arc-names.ts";
export { ArcType } from "./graph/graph-node.ts";
export type { GraphNode, NodeId } from "./graph/graph-node.ts";
export type { IndexGraph, Site } from "./graph/index-graph.ts";
export type { ChildNames } from "./index/graph-names.ts";
export type { IndexedSpec } from "./index/graph-specs.ts";
export { summarizePrim } from "./index/prim-summary.ts";
export type { PrimSummary } from "./index/prim-summary.ts";
export { sharesAll } from "./index/prim-index.ts";
export type { IndexedProperty, PrimIndex, PropertyIndex } from "./index/prim-index.ts";
export type { ComposedStage } from "./index/composed-stage.ts";
export type { ComposedTargets } from "./index/targets.ts";
export { placeOf } from "./errors/composition-error.ts";
export type { ArcTarget, CompositionError, CompositionErrorCode, StatementPlace } from "./errors/composition-error.ts";
export type { Statement } from "./errors/statement.ts";
export type { MapFunction } from "./paths/map-function.ts";
export type { PathPair } from "./paths/pair-index.ts";
export { NO_PATH, PathTable, ROOT_PATH } from "./paths/path-table.ts";
export type { PathId } from "./paths/path-table.ts";
export { evaluateExpression, isExpression } from "./expressions/evaluate-expression.ts";
export { layerVariables } from "./expressions/layer-variables.ts";
export type { EvaluatedExpression } from "./expressions/evaluate-expression.ts";
export type { ExpressionValue, ExpressionVariables } from "./expressions/expression-value.ts";
export { resolveValue, StageValues } from "./values/stage-values.ts";
export type { StageValuesOptions } from "./values/stage-values.ts";
export type { StageAttribute } from "./values/attribute.ts";

export type { BracketingTimes, StageInterpolation, StageTime } from "./values/attribute-value.ts";
export { fieldOpinions } from "./values/field-opinions.ts";
export type { FieldOpinion, ValueField } from "./values/field-opinions.ts";
export { numberOf, numbersOf, textOf, textsOf } from "./values/plain-numbers.ts";
export type { PlainNumbers } from "./values/plain-numbers.ts";
export { schemaPropertyNames } from "./values/schema-properties.ts";
export type { PrimSchemas } from "./values/schema-properties.ts";
export { mapAssetPaths } from "./metadata/evaluate-assets.ts";
export { mergeDictionaries } from "./metadata/merge-dictionaries.ts";
export { authoredPaths } from "./layer-stack/authored-paths.ts";
export type { PrimOpinions, PropertyOpinion, SpecSite } from "./metadata/prim-opinions.ts";
export type {
  AttributeOpinion,
  ClipLayer,
  ClipOpinion,
  ResolvedValue,
  ValueSource,
  ValueSourceKind,
} from "./values/value-source.ts";
export { queryStage } from "./query/query-stage.ts";
export type { QueryMatch, QueryOptions } from "./query/query-stage.ts";
export { QueryError } from "./query/query-error.ts";
export { splitPropertyPath } from "./values/property-path.ts";
export type { PropertyPath } from "./values/property-path.ts";
export { templateClips } from "./clips/template-clips.ts";
export type { ClipTemplate, DerivedClips } from "./clips/template-clips.ts";
export type { Clip, ClipAttribute, ClipSet } from "./clips/clip-set.ts";
export type { ClipTimes, TimePair } from "./clips/clip-times.ts";
export { StageReader } from "./prims/stage-reader.ts";
export type { StageReaderOptions } from "./prims/stage-reader.ts";
export type { PrimNode } from "./prims/prim-node.ts";
export { Purposes, proxyPrim } from "./imageable/purposes.ts";
export type { ProxyPrim, PurposeInfo } from "./imageable/purposes.ts";
export { VisibilityCache } from "./imageable/visibility.ts";
export type { VisiblePurpose } from "./imageable/visibility.ts";
export { XformQueries } from "./imageable/xform-queries.ts";
export type { XformOp, XformQuery } from "./imageable/xform-queries.ts";
export { XformCache } from "./imageable/xform-cache.ts";
export type { RelativeTransform } from "./imageable/xform-cache.ts";
export { Primvars } from "./imageable/primvars.ts";
export type { Primvar } from "./imageable/primvars.ts";
export { renderSettingsPath, stageMetrics } from "./imageable/stage-metrics.ts";
export type { StageMetrics } from "./imageable/stage-metrics.ts";
export { hasAuthoredValue, mayVary } from "./values/authored-value.ts";
export { geometryExtent } from "./bounds/extents.ts";
export { BoundsCache } from "./bounds/bounds-cache.ts";
export type { BoundsOptions } from "./bounds/bounds-cache.ts";
export { alignedRange, combineBoxes, emptyBox, emptyRange, isEmptyRange, transformBox, unionOf } from "./bounds/box.ts";
export type { Box, Range } from "./bounds/box.ts";
export { pointInstances } from "./bounds/instance-transforms.ts";
export type { PointInstances } from "./bounds/instance-transforms.ts";
export { Models } from "./prims/models.ts";
export { Collections, isCollectionPath } from "./query/collections.ts";
export type { CollectionMembership } from "./query/collections.ts";
export type { PathTest, QueryPath } from "./query/match-pattern.ts";
export type { QueryPrim } from "./query/query-prim.ts";
export { MaterialBindings } from "./shading/material-bindings.ts";
export type { BoundMaterial, MaterialPurpose } from "./shading/material-bindings.ts";
export { valueProducingAttributes } from "./shading/connections.ts";
export type { ConnectedAttribute, ConnectionOptions } from "./shading/connections.ts";
export type { NamedStage } from "./describe/named-stage.ts";
export { composePrim, describeError, hasPrim, layerNames } from "./describe/compose-prims.ts";
export type { ComposedError, PrimComposition, SpecName } from "./describe/compose-prims.ts";
export { describeValue } from "./describe/describe-value.ts";
export { explainOpinions } from "./describe/explain-opinions.ts";
export type { Explanation, Opinion } from "./describe/explain-opinions.ts";
export { queryRows } from "./describe/query-rows.ts";
export type { QueryRequest, QueryRow } from "./describe/query-rows.ts";
export { primHead, propertyJson, propertyRow, propertyRows } from "./describe/prim-rows.ts";
export type { PrimHead, PropertyRequest, PropertyRow } from "./describe/prim-rows.ts";
export { stageBounds, stageOverview } from "./describe/stage-overview.ts";
export type { PrimVariantSet, StageOverview } from "./describe/stage-overview.ts";
export { variantSetsOf } from "./describe/variant-sets.ts";
export type { ComposedVariantSet } from "./describe/variant-sets.ts";
export { parseSelections } from "./describe/variant-selections.ts";
export { unmatchedSelections, type UnmatchedSelection } from "./describe/unmatched-selections.ts";
