/** Storage of one component. */
export type ScalarKind =
  | "bool"
  | "uchar"
  | "int"
  | "uint"
  | "int64"
  | "uint64"
  | "half"
  | "float"
  | "double"
  | "timecode"
  | TextKind
  | "opaque";

/** Storage of the types whose values are strings. */
export type TextKind = "string" | "token" | "asset" | "pathExpression";

/** A value type name that can be written in text, and its properties. */
export interface ValueType {
  /** The name as written, without `[]`: `color3f`, or an old alias such as `Vec3f`. */
  readonly name: string;
  /** Storage of each component; `duration` is stored like `timecode`. */
  readonly kind: ScalarKind;
  /** `[]` for a scalar, `[3]` for a vector, `[4]` for a quaternion, `[4, 4]` for a matrix. */
  readonly dims: readonly number[];
  /** The product of `dims`: 1, 3, 16. */
  readonly components: number;
  readonly quaternion: boolean;
  /** `""`, or `Color`, `Point`, `Normal`, `Vector`, `TextureCoordinate`, `Frame`, `Transform`, `Group`, `PointIndex`… */
  readonly role: string;
  /** The name that is written where roles are dropped (dictionaries): `color3f` becomes `float3`. */
  readonly baseName: string;
  /** The modern name of an old alias (`float3` for `Vec3f`, `point3f` for `PointFloat`), otherwise `name` itself. */
  readonly canonicalName: string;
  /** False for `opaque` and `group`: `opaque[]` is then a name that the schema does not define. */
  readonly hasArray: boolean;
}

type Row = readonly [names: string, kind: ScalarKind, dims: readonly number[], role?: string, baseName?: string];

const scalar: readonly number[] = [];
const d2: readonly number[] = [2];
const d3: readonly number[] = [3];
const d4: readonly number[] = [4];
const m2: readonly number[] = [2, 2];
const m3: readonly number[] = [3, 3];
const m4: readonly number[] = [4, 4];

/** Names in one row, separated by blanks, are the same type: the modern name first, then its old alias. */
const rows: readonly Row[] = [
  ["bool", "bool", scalar],
  ["uchar", "uchar", scalar],
  ["int", "int", scalar],
  ["uint", "uint", scalar],
  ["int64", "int64", scalar],
  ["uint64", "uint64", scalar],
  ["half", "half", scalar],
  ["float", "float", scalar],
  ["double", "double", scalar],
  ["timecode", "timecode", scalar],
  ["duration", "timecode", scalar],
  ["string", "string", scalar],
  ["token Schema", "token", scalar],
  ["asset", "asset", scalar],
  ["pathExpression", "pathExpression", scalar],
  ["opaque", "opaque", scalar],
  ["group", "opaque", scalar, "Group", "opaque"],
  ["int2 Vec2i", "int", d2],
  ["int3 Vec3i", "int", d3],
  ["int4 Vec4i", "int", d4],
  ["half2 Vec2h", "half", d2],
  ["half3 Vec3h", "half", d3],
  ["half4 Vec4h", "half", d4],
  ["float2 Vec2f", "float", d2],
  ["float3 Vec3f", "float", d3],
  ["float4 Vec4f", "float", d4],
  ["double2 Vec2d", "double", d2],
  ["double3 Vec3d", "double", d3],
  ["double4 Vec4d", "double", d4],
  ["point3h", "half", d3, "Point", "half3"],
  ["point3f PointFloat", "float", d3, "Point", "float3"],
  ["point3d Point", "double", d3, "Point", "double3"],
  ["vector3h", "half", d3, "Vector", "half3"],
  ["vector3f VectorFloat", "float", d3, "Vector", "float3"],
  ["vector3d Vector", "double", d3, "Vector", "double3"],
  ["normal3h", "half", d3, "Normal", "half3"],
  ["normal3f NormalFloat", "float", d3, "Normal", "float3"],
  ["normal3d Normal", "double", d3, "Normal", "double3"],
  ["color3h", "half", d3, "Color", "half3"],
  ["color3f ColorFloat", "float", d3, "Color", "float3"],
  ["color3d Color", "double", d3, "Color", "double3"],
  ["color4h", "half", d4, "Color", "half4"],
  ["color4f", "float", d4, "Color", "float4"],
  ["color4d", "double", d4, "Color", "double4"],
  ["texCoord2h", "half", d2, "TextureCoordinate", "half2"],
  ["texCoord2f", "float", d2, "TextureCoordinate", "float2"],
  ["texCoord2d", "double", d2, "TextureCoordinate", "double2"],
  ["texCoord3h", "half", d3, "TextureCoordinate", "half3"],
  ["texCoord3f", "float", d3, "TextureCoordinate", "float3"],
  ["texCoord3d", "double", d3, "TextureCoordinate", "double3"],
  ["quath Quath", "half", d4],
  ["quatf Quatf", "float", d4],
  ["quatd Quatd", "double", d4],
  ["matrix2d Matrix2d", "double", m2],
  ["matrix3d Matrix3d", "double", m3],
  ["matrix4d Matrix4d", "double", m4],
  ["frame4d Frame", "double", m4, "Frame", "matrix4d"],
  ["Transform", "double", m4, "Transform", "matrix4d"],
  ["PointIndex", "int", scalar, "PointIndex", "int"],
  ["EdgeIndex", "int", scalar, "EdgeIndex", "int"],
  ["FaceIndex", "int", scalar, "FaceIndex", "int"],
];

function expand(): Map<string, ValueType> {
  const map = new Map<string, ValueType>();
  for (const [names, kind, dims, role = "", baseName] of rows) {
    const all = names.split(" ");
    const canonicalName = all[0] ?? names;
    for (const name of all) {
      map.set(name, {
        name,
        kind,
        dims,
        components: dims.reduce((product, size) => product * size, 1),
        quaternion: canonicalName.startsWith("quat"),
        role,
        baseName: baseName ?? canonicalName,
        canonicalName,
        hasArray: kind !== "opaque",
      });
    }
  }
  return map;
}

/**
 * Every type name of the reference (usd-core 26.11), old aliases included; the key has no `[]`.
 *
 * - An array form is always the name and `[]`, also for aliases (`Vec3f[]`, `PointFloat[]`).
 * - `opaque` and `group` have no array form and accept no value (`opaque x = 1` is rejected). `opaque[]` is an
 *   unknown type name: as an attribute type it is kept with the value as text, in a dictionary it is rejected.
 * - `Schema` (a token) is defined only in the text reader, not in the type registry.
 * - Names are case sensitive: `transform`, `frame`, `path`, `char`, `Float` and the like are unknown.
 * - `dictionary` is not included: it is a keyword within dictionaries, and a syntax error as an attribute type.
 * - A type that is not included is kept as text on an attribute, and rejected in a dictionary.
 */
export const valueTypes: ReadonlyMap<string, ValueType> = expand();

/**
 * Returns whether values of a kind are strings.
 *
 * ```ts
 * isTextKind("asset"); // true
 * isTextKind("timecode"); // false
 * ```
 */
export function isTextKind(kind: ScalarKind): kind is TextKind {
  return kind === "string" || kind === "token" || kind === "asset" || kind === "pathExpression";
}
