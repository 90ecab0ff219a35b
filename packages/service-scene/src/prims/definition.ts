/** The types of prim definitions. */

/** Bounds of a number. */
export interface NumberRange {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
}

/** An attribute or relationship that the service reads. */
export interface PropertyDefinition {
  readonly name: string;
  readonly kind: "attribute" | "relationship";
  /** Type name as in the text, `float2`, `token[]`; "rel" for relationships. */
  readonly type: string;
  /** `uniform` and `varying` must be authored as such; `either` accepts both, and is written as varying. */
  readonly variability: "uniform" | "varying" | "either";
  /** The value of an attribute that is not authored, flat for tuples and matrices; absent if it then has none. */
  readonly fallback?: number | boolean | string | readonly number[] | readonly string[];
  /** The unit of every number of the value. */
  readonly unit?: "mm" | "scene units" | "f-number" | "pixels" | (string & {});
  /** The range of every number of the value; only finite numbers are valid. */
  readonly range?: NumberRange;
  /** Whether each number must be greater than the one before it. */
  readonly isIncreasing?: boolean;
  /** The values that a token may have. */
  readonly allowedTokens?: readonly string[];
  /** One sentence. */
  readonly description: string;
  /** Section of the service's specification, or the reference's schema. */
  readonly source: string;
}

/**
 * The role of a prim type: `container` groups others, `asset` draws its payload, of `camera` and `renderSettings` the service
 * uses the first in traversal; `other` is any other type, with its attributes.
 */
export type PrimRole = "container" | "asset" | "camera" | "renderSettings" | "other";

/** A prim type that the service reads. */
export interface PrimDefinition {
  readonly typeName: string;
  /** One sentence. */
  readonly description: string;
  readonly role: PrimRole;
  /** Whether `xformOp:transform` of the prim moves it and the prims below it. */
  readonly isTransformable: boolean;
  /** Whether the builder adds prims below it. */
  readonly holdsPrims: boolean;
  /** By name, in the order in which they are written. */
  readonly properties: ReadonlyMap<string, PropertyDefinition>;
  readonly source: string;
}

/** The prim types that the service reads, by their name in the text. */
export type PrimTypes = ReadonlyMap<string, PrimDefinition>;

/** The argument of {@link definePrim}. */
export interface PrimDefinitionInput extends Omit<PrimDefinition, "properties" | "holdsPrims"> {
  /** Default: true for containers. */
  readonly holdsPrims?: boolean | undefined;
  /** In the order in which they are written. Those of `xformOp:transform` and `xformOpOrder` follow if the type is transformable. */
  readonly properties: readonly PropertyDefinition[];
}

/**
 * Returns the table of a prim type.
 *
 * @throws {RangeError} if two properties have the same name
 * @example
 * const sphereLight = definePrim({
 *   typeName: "SphereLight",
 *   description: "A light that shines in all directions.",
 *   role: "other",
 *   isTransformable: true,
 *   properties: [
 *     { name: "inputs:radius", kind: "attribute", type: "float", variability: "varying", fallback: 0.5, unit: "scene units",
 *       range: { exclusiveMinimum: 0 }, description: "Radius of the sphere.", source: "UsdLuxSphereLight" },
 *   ],
 *   source: "UsdLuxSphereLight",
 * });
 * readScene(layer, { primTypes: withPrimTypes(sphereLight) });
 */
export function definePrim(input: PrimDefinitionInput): PrimDefinition {
  const { holdsPrims = input.role === "container" } = input;
  const listed = input.isTransformable ? [...input.properties, ...transformProperties] : input.properties;
  const properties = new Map(listed.map((property) => [property.name, property]));
  if (properties.size !== listed.length) throw new RangeError(`Two properties of ${input.typeName} have the same name`);
  return { ...input, holdsPrims, properties };
}

/** The transformation of a prim, which is the only one that the service reads. */
const transformProperties: readonly PropertyDefinition[] = [
  {
    name: "xformOp:transform",
    kind: "attribute",
    type: "matrix4d",
    variability: "varying",
    fallback: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    description: "From the prim's space to its parent's; row vectors, the translation in the fourth row.",
    source: "spec 2.8",
  },
  {
    name: "xformOpOrder",
    kind: "attribute",
    type: "token[]",
    variability: "uniform",
    description: 'Which ops count, in their order; the service recommends ["xformOp:transform"].',
    source: "spec 2.8; UsdGeomXformable",
  },
];
