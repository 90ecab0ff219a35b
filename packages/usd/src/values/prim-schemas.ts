/** The schemas of a prim, and the attributes that they define. */
import type { FieldValue } from "@usdkit/layer";
import { propertyOf, schemaOf, type SchemaProperty } from "@usdkit/schemas";
import { composedType } from "../index/prim-fields.ts";
import { sharedGraphOf, type PrimIndex } from "../index/prim-index.ts";
import { composeMetadata } from "../metadata/compose-metadata.ts";
import type { SpecSite } from "../metadata/prim-opinions.ts";
import { defineAttribute, type AttributeDefinition } from "./attribute-definition.ts";
import { schemaPropertyNames, type PrimSchemas } from "./schema-properties.ts";

/**
 * Returns the type of a prim and the API schemas that are applied to it.
 *
 * @param sites the specs of the prim, strongest first
 * @param fallbackTypes `fallbackPrimTypes` of the stage: by type, the types to take instead if it is unknown
 */
export function primSchemas(index: PrimIndex, sites: readonly SpecSite[], fallbackTypes?: FieldValue): PrimSchemas {
  const withFields = sites.map(({ node, layer, offset, owner }) => ({ node, layer, offset, fields: owner.fields }));
  const applied = composeMetadata(sharedGraphOf(index), withFields, "apiSchemas");
  const items = applied?.kind === "valueListOp" ? (applied.listOp.explicit ?? []) : [];
  const typeName = composedType(index);
  return { typeName, schemaType: schemaTypeOf(typeName, fallbackTypes), apiSchemas: items.map(String) };
}

/** Prims have concrete types only: an abstract type, or an API schema, counts as unknown, and takes its fallback too. */
function schemaTypeOf(typeName: string, fallbackTypes: FieldValue | undefined): string {
  if (isConcrete(typeName)) return typeName;
  const types = fallbackTypes?.kind === "dictionary" ? fallbackTypes.entries.get(typeName) : undefined;
  if (types?.kind !== "typed" || !Array.isArray(types.data)) return "";
  return types.data.map(String).find(isConcrete) ?? "";
}

/** Whether prims can have a type: it is that of a schema that is neither abstract nor an API schema. */
export function isConcrete(typeName: string): boolean {
  return schemaOf(typeName)?.kind === "concrete";
}

/** Returns what the schemas of a prim define of a property; undefined for a property that is only authored. */
export function definedProperty({ schemaType, apiSchemas }: PrimSchemas, name: string): SchemaProperty | undefined {
  const found = propertyOf(schemaType, name, apiSchemas);
  return found?.isOptional === true ? undefined : found;
}

/** What the schemas of prims define. Prims with equal schemas share one. */
export class SchemaDefinitions {
  readonly schemas: PrimSchemas;
  private readonly properties: Map<string, SchemaProperty | undefined> = new Map();
  private readonly attributes: Map<string, AttributeDefinition> = new Map();
  private foundNames: ReadonlySet<string> | undefined;

  constructor(schemas: PrimSchemas) {
    this.schemas = schemas;
  }

  /** Returns what the schemas define of a property; undefined for a property that is only authored. */
  property(name: string): SchemaProperty | undefined {
    const known = this.properties.get(name);
    if (known !== undefined || !this.names.has(name)) return known;
    const found = definedProperty(this.schemas, name);
    if (found !== undefined) this.properties.set(name, found);
    return found;
  }

  /** Returns an attribute of which no layer has an opinion; undefined if the schemas have no such attribute. */
  attribute(name: string): AttributeDefinition | undefined {
    const known = this.attributes.get(name);
    if (known !== undefined) return known;
    const found = defineAttribute(name, this.property(name), []);
    if (found !== undefined) this.attributes.set(name, found);
    return found;
  }

  /** The names of the properties that the schemas define. */
  get names(): ReadonlySet<string> {
    return (this.foundNames ??= new Set(schemaPropertyNames(this.schemas)));
  }
}
