/** The prims that rules about stages receive. */
import type { Specifier, Value } from "@usdkit/layer";
import type { PathId, PropertyOpinion, SpecSite, StageAttribute, StageTime } from "@usdkit/usd";

/** What prims have in common that rules tell apart by their schemas. One object for all prims that are alike. */
export interface PrimShape {
  /** As authored; "" without a type. */
  readonly typeName: string;
  /** The type whose schema the prim has: that of `fallbackPrimTypes` of the stage if its own is abstract or unknown, else `typeName`. */
  readonly schemaType: string;
  readonly specifier: Specifier;
  /** "" without a kind. */
  readonly kind: string;
  readonly isActive: boolean;
  readonly isInstance: boolean;
  readonly hasVariantSets: boolean;
  /** API schemas that layers apply, with names of instances: `CollectionAPI:lights`. */
  readonly apiSchemas: readonly string[];
  /** These and the ones that the type and they have built in. */
  readonly allApiSchemas: readonly string[];
  /** The type and those that it inherits; empty for a type that no schema defines, or that is abstract. */
  readonly types: ReadonlySet<string>;
  /** Names of all API schemas, without those of instances. */
  readonly apis: ReadonlySet<string>;
}

/**
 * A prim of the stage that is checked. Rules may read other prims than the one that they are called for through it (`parent`,
 * `children`) and by `StageRuleContext.look`: what they read is noted, and the check is repeated after it changes.
 */
export interface CheckedPrim {
  /** Its path in `Stage.paths`. */
  readonly id: PathId;
  readonly path: string;
  readonly name: string;
  /** Undefined for a root prim. */
  readonly parent: CheckedPrim | undefined;
  readonly shape: PrimShape;
  /** Whether it and those above it have a specifier other than `over`. */
  readonly isDefined: boolean;
  /** Whether it or one above it is a class. */
  readonly isAbstract: boolean;
  /** Strongest first. */
  readonly specs: readonly SpecSite[];
  /** By name: what layers author, strongest first. */
  readonly properties: ReadonlyMap<string, readonly PropertyOpinion[]>;
  /** Names of the properties of which a layer authors targets or connections. */
  readonly withPaths: ReadonlySet<string>;
  /** In composed order. */
  readonly children: readonly CheckedPrim[];
  /** Whether its type is another or inherits it: `prim.isA("Gprim")`. */
  isA(type: string): boolean;
  /** Whether an API schema is applied to it, or built into its schemas. */
  hasApi(schema: string): boolean;
  /** Returns an attribute; undefined if neither a layer nor a schema has it. */
  attribute(name: string): StageAttribute | undefined;
  /** Whether a layer has a value for an attribute. */
  hasValue(name: string): boolean;
  /** Returns the value of an attribute at a time; at its first sample, or without samples its default, if no time is given. */
  value(name: string, time?: StageTime): Value | undefined;
  /** Returns the times of the samples of an attribute. */
  sampleTimes(name: string): readonly number[];
  /** Returns what all prims of one check have in common for a function: what it returned when it was first asked for. */
  ofCheck<Kept extends object>(make: () => Kept): Kept;
  /** Returns the targets of a relationship, or the connections of an attribute, as paths of the stage. */
  targets(name: string): readonly string[];
}
