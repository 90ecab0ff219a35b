/** What two layers differ in, as plain data. */
import type {
  FieldValue,
  ListOpName,
  PrimSpec,
  PropertySpec,
  ReferenceItem,
  Spec,
  SplineExtrapolation,
  SplineKnot,
  Spline,
  SubLayerItem,
  Value,
  VariantSetSpec,
  VariantSpec,
} from "../model/types.ts";

/** How far two floating-point numbers may be apart: at most the larger of the two bounds. */
export interface ToleranceBounds {
  /** A distance, in the unit of the value. */
  readonly absolute?: number | undefined;
  /** A part of the larger of the two magnitudes: 1e-6 is a millionth of it. */
  readonly relative?: number | undefined;
}

/** How {@link diffLayers} compares. */
export interface DiffOptions {
  /**
   * How far half, float, double and time code values may be apart; a number is the absolute bound. Integers, strings
   * and the times of samples are always compared exactly. Without one (or with 0) two numbers are the same when they
   * are written the same: NaN is NaN, and 0 is not -0.
   */
  readonly tolerance?: number | ToleranceBounds | undefined;
  /**
   * What not to look at, as patterns of paths: `/World/Debug/**`, `**.customData`, `/A.focalLength`. A pattern covers
   * all that is in what it matches. `*` is any part of one name, `**` anything, `?` one character; metadata is
   * `/A.kind`, `/A.size.displayName`, of the layer `/.upAxis`, a key of a dictionary `/A.customData:note`.
   */
  readonly ignore?: readonly string[] | undefined;
  /** `ignore`: the order of prims, properties, sibling variant sets and variants is no difference. */
  readonly order?: "strict" | "ignore" | undefined;
  /** `rotation`: quaternions q and -q, which turn alike, are the same. Default `strict`: their numbers count. */
  readonly quaternions?: "strict" | "rotation" | undefined;
}

/** Elements of an array, or components of a vector, quaternion or matrix, that differ. */
export interface ElementsDifference {
  /** How many differ; elements that one side does not have count. */
  readonly differing: number;
  /** The elements of the longer side. */
  readonly count: number;
  /** The index of the first that differs. */
  readonly first: number;
  /** The largest distance between two numbers; undefined for strings, and where only the lengths differ. */
  readonly largest?: number | undefined;
}

/** An item of a list: a path, a name, a number, an arc, a sublayer, or a pair of paths. */
export type DiffItem = string | number | bigint | ReferenceItem | SubLayerItem | readonly [string, string];

/** A spec that only the layer after has, with all that is in it. */
export interface AddedDifference {
  readonly kind: "added";
  readonly path: string;
  readonly spec: PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;
  /** Prims in it, itself counted, without those that moved there; 1 for other specs. */
  readonly count: number;
}

/** A spec that only the layer before has; `path` is its path there. */
export interface RemovedDifference {
  readonly kind: "removed";
  readonly path: string;
  readonly spec: PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;
  /** Prims in it, itself counted, without those that moved away; 1 for other specs. */
  readonly count: number;
}

/** A prim with the same content under another path: it was renamed, or is in another prim, with all that is in it. */
export interface MovedDifference {
  readonly kind: "moved";
  /** The path after. */
  readonly path: string;
  /** The path before. */
  readonly from: string;
  readonly spec: PrimSpec;
  /** Prims that moved, itself counted. */
  readonly count: number;
}

/** Specs that both layers have are in another order. Names are those of both layers only. */
export interface ReorderedDifference {
  readonly kind: "reordered";
  /** The prim, variant or variant set whose members these are, or `/`. */
  readonly path: string;
  readonly what: "prims" | "properties" | "variantSets" | "variants";
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What the statement of a spec defines: `def`, its type, `custom`, `uniform`, attribute or relationship. */
export interface DeclarationDifference {
  readonly kind: "declaration";
  readonly path: string;
  readonly what: "specifier" | "typeName" | "custom" | "variability" | "specType";
  readonly before: string | boolean;
  readonly after: string | boolean;
}

/** The default value of an attribute or a relationship; undefined if there is none. */
export interface ValueDifference {
  readonly kind: "value";
  readonly path: string;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  /** Where both are arrays or tuples of one shape. */
  readonly elements?: ElementsDifference | undefined;
}

/** A property has time samples on one side only. */
export interface TimeSamplesDifference {
  readonly kind: "timeSamples";
  readonly path: string;
  /** How many samples; undefined if there are no time samples at all. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** One time sample; undefined if there is none at that time. */
export interface TimeSampleDifference {
  readonly kind: "timeSample";
  readonly path: string;
  readonly time: number;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly elements?: ElementsDifference | undefined;
}

/** The content of the part that differs in a {@link SplineDifference}. */
export type SplinePart = Spline | Spline["curveType"] | SplineExtrapolation | Spline["loop"] | SplineKnot;

/** A part of a spline; the whole where only one side has one. */
export interface SplineDifference {
  readonly kind: "spline";
  readonly path: string;
  readonly part: "spline" | "curveType" | "pre" | "post" | "loop" | "knot";
  /** Of a knot. */
  readonly time?: number | undefined;
  readonly before: SplinePart | undefined;
  readonly after: SplinePart | undefined;
}

/** One operation of a list edit: targets, connections, arcs, schemas, sublayers, relocates, names. */
export interface ListDifference {
  readonly kind: "list";
  /** The spec that has the list. */
  readonly path: string;
  /** `targetPaths`, `connectionPaths`, or the metadata field. */
  readonly field: string;
  /** Undefined: whether the edit is there at all; it has no operation. */
  readonly operation: ListOpName | undefined;
  /** The items; undefined where the operation is not there. */
  readonly before: readonly DiffItem[] | undefined;
  readonly after: readonly DiffItem[] | undefined;
  readonly added: readonly DiffItem[];
  readonly removed: readonly DiffItem[];
  /** Items of both are in another order. */
  readonly reordered: boolean;
}

/** A metadata field, or one key of it. */
export interface MetadataDifference {
  readonly kind: "metadata";
  readonly path: string;
  /** The schema's name: `documentation`. */
  readonly field: string;
  /** Keys that lead to the entry, for dictionaries and maps; empty for the field itself. */
  readonly keys: readonly string[];
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
  readonly elements?: ElementsDifference | undefined;
}

/** Something that two layers differ in; `kind` is the sort of difference. `path` is the path after, but that of a spec that was removed. */
export type Difference =
  | AddedDifference
  | RemovedDifference
  | MovedDifference
  | ReorderedDifference
  | DeclarationDifference
  | ValueDifference
  | TimeSamplesDifference
  | TimeSampleDifference
  | SplineDifference
  | ListDifference
  | MetadataDifference;

/** Specs that have members: what the walk compares in pairs. */
export type OwnerSpec = Extract<Spec, { specType: "pseudoRoot" | "prim" | "variant" }>;
