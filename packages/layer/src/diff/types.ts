/** Differences between two layers, as plain data. */
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

/** The tolerance between two floating-point numbers: the larger of the two bounds applies. */
export interface ToleranceBounds {
  /** An absolute distance, in the unit of the value. */
  readonly absolute?: number | undefined;
  /** A fraction of the larger of the two magnitudes: 1e-6 is a millionth of it. */
  readonly relative?: number | undefined;
}

/** Options of {@link diffLayers}. */
export interface DiffOptions {
  /**
   * Tolerance for half, float, double and time code values; a number is the absolute bound. Integers, strings and the
   * times of samples are always compared exactly. Without a tolerance (or with 0) two numbers are equal if they are
   * written the same: NaN equals NaN, and 0 does not equal -0.
   */
  readonly tolerance?: number | ToleranceBounds | undefined;
  /**
   * Path patterns of what to ignore: `/World/Debug/**`, `**.customData`, `/A.focalLength`. A pattern covers
   * everything inside what it matches. `*` is any part of one name, `**` anything, `?` one character. Metadata is
   * `/A.kind`, `/A.size.displayName`; of the layer, `/.upAxis`; a key of a dictionary, `/A.customData:note`.
   */
  readonly ignore?: readonly string[] | undefined;
  /** `ignore`: differences in the order of prims, properties, sibling variant sets and variants are not reported. */
  readonly order?: "strict" | "ignore" | undefined;
  /**
   * `rotation`: quaternions q and -q, which represent the same rotation, are equal. Default `strict`: their numbers
   * count.
   */
  readonly quaternions?: "strict" | "rotation" | undefined;
}

/** The elements of an array, or components of a vector, quaternion or matrix, that differ. */
export interface ElementsDifference {
  /** Number of elements that differ, including elements that one side lacks. */
  readonly differing: number;
  /** Number of elements of the longer side. */
  readonly count: number;
  /** The index of the first element that differs. */
  readonly first: number;
  /** The largest distance between two numbers; undefined for strings, and if only the lengths differ. */
  readonly largest?: number | undefined;
}

/** An item of a list: a path, a name, a number, an arc, a sublayer, or a pair of paths. */
export type DiffItem = string | number | bigint | ReferenceItem | SubLayerItem | readonly [string, string];

/** A spec that only the layer after has, with everything in it. */
export interface AddedDifference {
  readonly kind: "added";
  readonly path: string;
  readonly spec: PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;
  /** Number of prims in it, including itself, without those that moved there; 1 for other specs. */
  readonly count: number;
}

/** A spec that only the layer before has; `path` is its path there. */
export interface RemovedDifference {
  readonly kind: "removed";
  readonly path: string;
  readonly spec: PrimSpec | PropertySpec | VariantSetSpec | VariantSpec;
  /** Number of prims in it, including itself, without those that moved away; 1 for other specs. */
  readonly count: number;
}

/** A prim with the same content under another path: renamed or moved to another parent, with everything in it. */
export interface MovedDifference {
  readonly kind: "moved";
  /** The path after. */
  readonly path: string;
  /** The path before. */
  readonly from: string;
  readonly spec: PrimSpec;
  /** Number of prims that moved, including itself. */
  readonly count: number;
}

/** Specs that both layers have are in another order. Contains only names that both layers have. */
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
  /** Present if both are arrays or tuples of the same shape. */
  readonly elements?: ElementsDifference | undefined;
}

/** Only one side of a property has time samples. */
export interface TimeSamplesDifference {
  readonly kind: "timeSamples";
  readonly path: string;
  /** Number of samples; undefined if there are no time samples. */
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

/** A part of a spline; the whole spline if only one side has one. */
export interface SplineDifference {
  readonly kind: "spline";
  readonly path: string;
  readonly part: "spline" | "curveType" | "pre" | "post" | "loop" | "knot";
  /** The time of a knot. */
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
  /** Undefined if one side has no edit; it then has no operation. */
  readonly operation: ListOpName | undefined;
  /** The items; undefined if the operation is absent. */
  readonly before: readonly DiffItem[] | undefined;
  readonly after: readonly DiffItem[] | undefined;
  readonly added: readonly DiffItem[];
  readonly removed: readonly DiffItem[];
  /** The items that both sides have are in another order. */
  readonly reordered: boolean;
}

/** A metadata field, or one key of it. */
export interface MetadataDifference {
  readonly kind: "metadata";
  readonly path: string;
  /** The schema's name: `documentation`. */
  readonly field: string;
  /** The keys that lead to the entry, for dictionaries and maps; empty for the field itself. */
  readonly keys: readonly string[];
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
  readonly elements?: ElementsDifference | undefined;
}

/**
 * A difference between two layers, discriminated by `kind`. `path` is the path in the layer after, or in the layer
 * before for a removed spec.
 */
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

/** Specs that have members, which the walk compares in pairs. */
export type OwnerSpec = Extract<Spec, { specType: "pseudoRoot" | "prim" | "variant" }>;
