/**
 * The data model of a layer, as the format defines it: a tree of specs with fields.
 *
 * Everything here is an interface over plain data. A parsed layer implements it with views that are made on first
 * access; a layer that a program builds implements it with object literals. Functions (`printUsda`, `dumpLayer`,
 * `visitLayer`, …) work on either.
 */
import type { ValueType } from "../fields-and-types/value-types.ts";

/** A half-open range of bytes of the source: `start` is the first byte, `end` the one after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The kinds of spec, as the format names them (`Sdf.SpecType`). */
export type SpecType = "pseudoRoot" | "prim" | "variantSet" | "variant" | "attribute" | "relationship";
/**
 * How a prim is declared: `def` defines it, `over` adds opinions to one defined elsewhere, `class` is for
 * inheritance.
 */
export type Specifier = "def" | "over" | "class";
/** Whether an attribute may change over time; `uniform` ones may not. */
export type Variability = "varying" | "uniform";

/**
 * Numbers of one kind, flat: element-major, components in the order of the text. Halfs are float16 bits in a
 * Uint16Array.
 */
export type NumericArray =
  | Uint8Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Uint16Array
  | Float32Array
  | Float64Array;

/**
 * The content of a typed value.
 *
 * | type | scalar | array |
 * |---|---|---|
 * | bool | boolean | Uint8Array of 0 and 1 |
 * | uchar, int, uint, half, float, double, timecode | number (float and half: the exact value) | typed array |
 * | int64, uint64 | bigint | BigInt64Array, BigUint64Array |
 * | vector, quaternion (real part first), matrix (row by row) | typed array of `type.components` numbers | the same, flat |
 * | string, token, asset, pathExpression | string | array of strings |
 *
 * Bytes of a string that are not UTF-8 (they can only come from a `\xNN` escape) appear as lone surrogates U+DC80–U+DCFF.
 */
export type ValueData = boolean | number | bigint | string | readonly string[] | NumericArray;

/** A value of a type that the format defines. */
export interface TypedValue {
  readonly kind: "typed";
  readonly type: ValueType;
  readonly isArray: boolean;
  readonly data: ValueData;
  /**
   * The same numbers as `data`, in an array that needs no memory of its own, where `data` is made each time that it is read. A writer that reads
   * them here makes and keeps no copies. Not enumerable, so that a copy of the value with other data does not have it.
   */
  readonly source?: Uint16Array | Uint32Array | undefined;
  /** The value's range in the source; absent in layers that a program built. */
  readonly range?: ByteRange | undefined;
}

/** `None`: the attribute has no value in this layer, and weaker opinions are hidden. */
export interface BlockValue {
  readonly kind: "block";
  readonly range?: ByteRange | undefined;
}

/** `AnimationBlock`: weaker time samples and splines are hidden, weaker defaults are not. */
export interface AnimationBlockValue {
  readonly kind: "animationBlock";
  readonly range?: ByteRange | undefined;
}

/** A sparse array edit, `edit [ write 1 to [0]; append 2; … ]`. */
export interface ArrayEditValue {
  readonly kind: "arrayEdit";
  readonly type: ValueType;
  /** In the reference's normal form, which does not quote strings, and has six digits of time codes. */
  readonly text: string;
  /**
   * The text in pieces: those with odd indexes are elements, strings as they are and time codes with all digits. Absent if
   * `text` can be read again; edits of strings that have an operation always have pieces, since an index in their text
   * could also be a string.
   *
   * ```ts
   * ["edit [append ", "two words", "; prepend ", "b", "]"]; // edit [append "two words"; prepend "b"]
   * ["edit [write [0] to [5]]"]; // an index, not the string "[0]"
   * ```
   */
  readonly pieces?: readonly string[] | undefined;
  readonly range?: ByteRange | undefined;
}

/** A path as a value: `rel x.default = </A>`, or a path as an attribute's value. */
export interface PathValue {
  readonly kind: "path";
  readonly path: string;
  readonly range?: ByteRange | undefined;
}

/** A value whose type or field has no schema in the format: kept as normalised text. */
export interface UnregisteredValue {
  readonly kind: "unregistered";
  readonly text: string;
  readonly range?: ByteRange | undefined;
}

/** `{ type name = value … }`; keys in the order of first appearance, the last value of a key wins. */
export interface DictionaryValue {
  readonly kind: "dictionary";
  readonly entries: ReadonlyMap<string, Value>;
  readonly range?: ByteRange | undefined;
}

/** The value of an attribute, a time sample or a dictionary entry, discriminated by `kind`. */
export type Value =
  | TypedValue
  | BlockValue
  | AnimationBlockValue
  | ArrayEditValue
  | PathValue
  | UnregisteredValue
  | DictionaryValue;

/**
 * A list op: either `explicit` alone, or any of the others. An absent member was not authored; `explicit: []` is the
 * authored empty list, as in `= None` and `= []`.
 */
export interface ListOp<T> {
  readonly explicit?: readonly T[] | undefined;
  readonly added?: readonly T[] | undefined;
  readonly prepended?: readonly T[] | undefined;
  readonly appended?: readonly T[] | undefined;
  readonly deleted?: readonly T[] | undefined;
  readonly ordered?: readonly T[] | undefined;
}
/** The operations of a list op: `explicit` is `x = [ … ]`, `prepended` is `prepend x = [ … ]`, and so on. */
export type ListOpName = keyof ListOp<unknown>;

/** Maps times of the target layer to times of this layer: `time * scale + offset`, `offset` in time codes. */
export interface LayerOffset {
  readonly offset: number;
  readonly scale: number;
}

/** A reference or payload: `@asset@</Prim> (offset = 1; scale = 2)`. An absent asset or path is "". */
export interface ReferenceItem {
  readonly asset: string;
  readonly primPath: string;
  readonly layerOffset: LayerOffset;
  /** References only. */
  readonly customData?: DictionaryValue | undefined;
  readonly range?: ByteRange | undefined;
}

/** A sublayer: `@asset@ (offset = 1; scale = 2)` in the layer's `subLayers`. */
export interface SubLayerItem {
  readonly asset: string;
  readonly layerOffset: LayerOffset;
  readonly range?: ByteRange | undefined;
}

/** The value of a metadata field. */
export type FieldValue =
  | Value
  /** int, int64, uint, uint64, string, token list operations (`apiSchemas`, `clipSets`, …), and `variantSetNames`. */
  | { readonly kind: "valueListOp"; readonly itemType: string; readonly listOp: ListOp<string | number | bigint> }
  /** `inheritPaths`, `specializes`. */
  | { readonly kind: "pathListOp"; readonly listOp: ListOp<string> }
  /** `references`, `payload`. */
  | { readonly kind: "referenceListOp"; readonly listOp: ListOp<ReferenceItem> }
  /** `prepend unknownField = [ … ]`: each operation's items as normalised text. */
  | { readonly kind: "unregisteredListOp"; readonly listOp: ListOp<string> }
  /** `variantSelection`, `prefixSubstitutions`, `suffixSubstitutions`. */
  | { readonly kind: "stringMap"; readonly entries: ReadonlyMap<string, string> }
  /** `primOrder`, `propertyOrder`. */
  | { readonly kind: "names"; readonly names: readonly string[] }
  | { readonly kind: "subLayers"; readonly items: readonly SubLayerItem[] }
  /** `layerRelocates`: pairs in authored order; an empty target is "". Layers of text have the range of each pair. */
  | {
      readonly kind: "relocates";
      readonly pairs: readonly (readonly [string, string])[];
      readonly ranges?: readonly ByteRange[] | undefined;
    };

/** One range of the text where a field was authored. A list op may have several, one per operation. */
export interface FieldEntry {
  /** The whole entry, list operation keyword included. */
  readonly range: ByteRange;
  readonly keyRange: ByteRange;
  readonly valueRange: ByteRange;
}

/** One metadata field of a spec: its value, and the ranges of the text that author it. */
export interface Field {
  /** The schema's name, not the keyword: `documentation`, `inheritPaths`, `layerRelocates`, … */
  readonly name: string;
  readonly value: FieldValue;
  /** In the order of the text; more than one for list operations and for fields authored twice (the last wins). */
  readonly entries: readonly FieldEntry[];
}

interface SpecBase {
  /** Path text: `/A/B`, `/A.attr`, `/A{set=}` (variant set), `/A{set=v}` (variant), `/A{set=v}B`, `/A{set=v}.attr`. */
  readonly path: string;
  readonly name: string;
  /** The whole statement, from the first keyword to the closing brace or value. */
  readonly range?: ByteRange | undefined;
  /** The name alone (inside the quotes, if it is quoted). */
  readonly nameRange?: ByteRange | undefined;
  /** Metadata by schema name. */
  readonly fields: ReadonlyMap<string, Field>;
}

/** A spec that can contain prims and properties. */
export interface PrimLike extends SpecBase {
  readonly children: readonly PrimSpec[];
  readonly properties: readonly PropertySpec[];
  readonly variantSets: readonly VariantSetSpec[];
}

/** The root of the layer, path `/`: its fields are the layer's metadata. It has no properties and no variant sets. */
export interface PseudoRootSpec extends PrimLike {
  readonly specType: "pseudoRoot";
}

export interface PrimSpec extends PrimLike {
  readonly specType: "prim";
  readonly specifier: Specifier;
  /** "" if no type is authored. */
  readonly typeName: string;
  readonly parent: PrimLike & (PseudoRootSpec | PrimSpec | VariantSpec);
}

/** A variant set of a prim or variant, path `/A{set=}`: its variants in authored order. */
export interface VariantSetSpec extends SpecBase {
  readonly specType: "variantSet";
  readonly variants: readonly VariantSpec[];
  readonly parent: PrimSpec | VariantSpec;
}

export interface VariantSpec extends PrimLike {
  readonly specType: "variant";
  readonly parent: VariantSetSpec;
}

interface PropertyBase extends SpecBase {
  readonly custom: boolean;
  readonly variability: Variability;
  readonly parent: PrimSpec | VariantSpec;
  /** Every statement of the text that authors this property (`int x`, `x.timeSamples`, `add x.connect`, …). */
  readonly statements: readonly ByteRange[];
  /** The number of `statements`, without building them; absent in layers that a program built. */
  readonly statementCount?: number | undefined;
}

/** An attribute: all statements of its name in one prim or variant, merged as the format merges them. */
export interface AttributeSpec extends PropertyBase {
  readonly specType: "attribute";
  /** As written, `[]` included; old aliases and unknown types keep their name. */
  readonly typeName: string;
  /** The type of that name, or undefined for a type that the format does not define. */
  readonly valueType: ValueType | undefined;
  readonly isArray: boolean;
  readonly defaultValue: Value | undefined;
  readonly timeSamples: TimeSamples | undefined;
  readonly spline: Spline | undefined;
  readonly connectionPaths: ListOp<string> | undefined;
}

/** A relationship: its targets, as the authored list op. */
export interface RelationshipSpec extends PropertyBase {
  readonly specType: "relationship";
  readonly targetPaths: ListOp<string> | undefined;
  /** `rel x.default = <path>`; "" for `<>`. */
  readonly defaultTarget: string | undefined;
  /** True if an attribute statement of the same name elsewhere in the prim merged its fields into this spec. */
  readonly merged?:
    | Pick<AttributeSpec, "typeName" | "defaultValue" | "timeSamples" | "spline" | "connectionPaths">
    | undefined;
}

/** A member of `properties`; `specType` discriminates. */
export type PropertySpec = AttributeSpec | RelationshipSpec;
/** Any spec of a layer; `specType` discriminates. */
export type Spec = PseudoRootSpec | PrimSpec | VariantSetSpec | VariantSpec | AttributeSpec | RelationshipSpec;

/** Time samples in ascending order of time, one per time (the last authored wins). */
export interface TimeSamples {
  readonly times: Float64Array;
  /** Returns the value at `times[index]`. */
  value(index: number): Value;
  /**
   * All values in one flat array, sample-major, if they are numeric scalars or tuples of one type and none is
   * blocked.
   */
  readonly packed?: { readonly type: ValueType; readonly data: NumericArray } | undefined;
  readonly range?: ByteRange | undefined;
}

/** Extrapolation of a spline before its first knot or after its last. `slope` is value per time code. */
export type SplineExtrapolation =
  | { readonly mode: "none" | "held" | "linear" }
  /** `boundary`: the time where looping begins, `loop repeat (5)`. */
  | { readonly mode: "loop repeat" | "loop reset" | "loop oscillate"; readonly boundary?: number | undefined }
  | { readonly mode: "sloped"; readonly slope: number };

/** The tangent on one side of a knot: `width` in time codes, `slope` in value per time code. */
export interface SplineTangent {
  readonly width: number;
  readonly slope: number;
  readonly algorithm: "none" | "custom" | "autoEase";
}

/** A knot of a spline; `time` in time codes, `next` is the interpolation up to the next knot. */
export interface SplineKnot {
  readonly time: number;
  readonly value: number;
  /** The value before the knot, if it is dual-valued: `time: preValue & value`. */
  readonly preValue?: number | undefined;
  readonly next: "none" | "held" | "linear" | "curve";
  readonly preTangent: SplineTangent;
  readonly postTangent: SplineTangent;
  readonly customData?: DictionaryValue | undefined;
}

/** A spline, `x.spline = { … }`: knots in ascending order of time. `loop` repeats the part between two of its knots. */
export interface Spline {
  readonly kind: "spline";
  readonly valueType: ValueType;
  readonly curveType: "bezier" | "hermite";
  readonly pre: SplineExtrapolation;
  readonly post: SplineExtrapolation;
  readonly loop?:
    | {
        readonly protoStart: number;
        readonly protoEnd: number;
        readonly preLoops: number;
        readonly postLoops: number;
        readonly valueOffset: number;
      }
    | undefined;
  readonly knots: readonly SplineKnot[];
  readonly range?: ByteRange | undefined;
}

/** A comment of the source. */
export interface Comment {
  /** From `#`, `//` or `/*` to before the line's end, or to after the closing mark. */
  readonly range: ByteRange;
  /** Raw text, including the comment marks. */
  readonly text: string;
}

/** A layer: the root of the specs, and its source text. */
export interface Layer {
  readonly root: PseudoRootSpec;
  /** `1.0` of `#usda 1.0`. */
  readonly version: string;
  /** The bytes of the text; absent in layers that a program built. Must not be modified. */
  readonly source?: Uint8Array | undefined;
  /** Every comment of the source in order, without the header line. Built on demand. */
  readonly comments: readonly Comment[];
}
