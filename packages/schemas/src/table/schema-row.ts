/** The rows of the generated table. */

/** A value as plain data, flat for tuples and arrays of tuples. */
export type Fallback = number | boolean | string | readonly number[] | readonly string[];

/** How the values of a primvar are spread over a gprim. */
export type Interpolation = "constant" | "uniform" | "varying" | "vertex" | "faceVarying";

/** What a schema defines of a property. */
export interface PropertyRow {
  /** Contains {@link INSTANCE} where a multiple-apply schema has the name of its instance. */
  readonly name: string;
  /** Type name as in the text, `float2`, `token[]`; "rel" for relationships. */
  readonly type: string;
  readonly isUniform?: boolean;
  /** Prims have it only if a layer authors it: the schema's class composes its name. Other properties are built in. */
  readonly isOptional?: boolean;
  /** Floats have the fewest digits that read as the same float; quaternions have the real part first. */
  readonly fallback?: Fallback;
  /** The values that a token may have. */
  readonly allowedTokens?: readonly string[];
  /** The interpolation of a primvar, of normals or widths that do not author one. */
  readonly interpolation?: Interpolation;
}

export interface SchemaRow {
  /** The name in the text: "Mesh". */
  readonly name: string;
  /** The class in OpenUSD: "UsdGeomMesh". */
  readonly className: string;
  /** The library of OpenUSD that defines it: "usdGeom". */
  readonly library: string;
  /** Prims may have concrete types; `apiSchemas` applies single- and multiple-apply schemas, the latter with a name. */
  readonly kind: "concrete" | "abstract" | "singleApply" | "multipleApply" | "nonApplied";
  readonly base?: string;
  /** Those that every prim with this schema has, with the names of instances, the strongest first. */
  readonly builtInApis?: readonly string[];
  /** Names that instances have; any, if absent. */
  readonly instances?: readonly string[];
  /** Types of prims that it may be applied to, those that inherit them included; any, if absent. */
  readonly appliesTo?: readonly string[];
  /** Those that it adds to its base and its built-in API schemas, or changes. */
  readonly properties: readonly PropertyRow[];
}

/** The name of an instance in the names of properties of multiple-apply schemas. */
export const INSTANCE = "__INSTANCE_NAME__";
