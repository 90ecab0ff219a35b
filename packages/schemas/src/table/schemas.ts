/** The schemas with what they inherit. */
import { schemaRows } from "./schema-rows.generated.ts";
import { INSTANCE, type PropertyRow, type SchemaRow } from "./schema-row.ts";

/** A property, with the schema that defines it. */
export interface SchemaProperty extends PropertyRow {
  /** The name of the schema that adds or last changes it: "PointBased" for `points` of a Mesh. */
  readonly schema: string;
  /** Its name in that schema: with `INSTANCE` for properties of multiple-apply schemas. */
  readonly definedAs: string;
}

/** A prim type or API schema of OpenUSD. */
export interface Schema extends Omit<SchemaRow, "properties"> {
  /** By name: its own, then those of its base and its built-in API schemas. */
  readonly properties: ReadonlyMap<string, SchemaProperty>;
}

/**
 * OpenUSD's schemas, together with others.
 *
 * @example
 * const schemas = new SchemaSet([{ name: "Lamp", className: "Lamp", library: "", kind: "concrete", base: "Xform", properties: [] }]);
 * schemas.isA("Lamp", "Xformable"); // true
 */
export class SchemaSet {
  /** By name, each after its base. */
  readonly all: ReadonlyMap<string, Schema>;
  /** By type: it and what it inherits, of the types that were asked for. */
  private readonly lines: Map<string, ReadonlySet<string>> = new Map();

  /** @param others further schemas, each after its base and its built-in API schemas; they replace those of the same name */
  constructor(others: readonly SchemaRow[] = []) {
    this.all = others.length === 0 ? schemas : withInherited(others, schemas);
  }

  /** Returns the schema of this name, of any kind. */
  schemaOf(name: string): Schema | undefined {
    return this.all.get(name);
  }

  /** Returns whether a type is another, or inherits it. Unknown types are none. */
  isA(type: string, ancestor: string): boolean {
    const line = this.lines.get(type) ?? this.lineOf(type);
    return line.has(ancestor);
  }

  private lineOf(type: string): ReadonlySet<string> {
    const line = new Set<string>();
    for (let schema = this.all.get(type); schema !== undefined; schema = this.all.get(schema.base ?? "")) {
      line.add(schema.name);
    }
    // Files may have any number of unknown types.
    if (line.size > 0) this.lines.set(type, line);
    return line;
  }

  /** Returns the definition of a property of a prim, as {@link propertyOf}. */
  propertyOf(type: string, name: string, apiSchemas: readonly string[] = []): SchemaProperty | undefined {
    const own = this.all.get(type)?.properties.get(name);
    if (own !== undefined) return own;
    for (const applied of apiSchemas) {
      const { schema, instance } = splitApi(applied);
      for (const property of this.all.get(schema)?.properties.values() ?? []) {
        if (nameOf(property, instance) === name) return { ...property, name };
      }
    }
    return undefined;
  }
}

/** All schemas of OpenUSD by name, each after its base. */
export const schemas: ReadonlyMap<string, Schema> = withInherited(schemaRows, new Map());
const ofOpenUsd: SchemaSet = new SchemaSet();

/**
 * Returns the schema of this name, of any kind.
 *
 * @example schemaOf("Mesh")?.base // "PointBased"
 */
export function schemaOf(name: string): Schema | undefined {
  return schemas.get(name);
}

/**
 * Returns whether a type is another, or inherits it. Unknown types are none.
 *
 * @example isA("Mesh", "Gprim") // true
 */
export function isA(type: string, ancestor: string): boolean {
  return ofOpenUsd.isA(type, ancestor);
}

/**
 * Returns the definition of a property of a prim: of its type, otherwise of the first applied API schema that has it.
 *
 * @param type the prim's type; "" for none
 * @param apiSchemas those that are applied to the prim, with the names of instances: `CollectionAPI:lights`
 * @example propertyOf("Xform", "collection:lights:includes", ["CollectionAPI:lights"])?.type // "rel"
 */
export function propertyOf(type: string, name: string, apiSchemas: readonly string[] = []): SchemaProperty | undefined {
  return ofOpenUsd.propertyOf(type, name, apiSchemas);
}

/** Returns the parts of a token of `apiSchemas`; the instance is empty without a colon. */
export function splitApi(applied: string): { readonly schema: string; readonly instance: string } {
  const colon = applied.indexOf(":");
  return colon < 0
    ? { schema: applied, instance: "" }
    : { schema: applied.slice(0, colon), instance: applied.slice(colon + 1) };
}

/**
 * Returns the page of OpenUSD's documentation about a schema.
 *
 * @throws {RangeError} if there is no schema of this name.
 */
export function documentationOf(name: string): string {
  const schema = schemas.get(name);
  if (schema === undefined) throw new RangeError(`OpenUSD has no schema "${name}"`);
  // Doxygen's names of files: capitals in lower case after an underscore, underscores twice.
  const file = schema.className.replaceAll("_", "__").replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return `https://openusd.org/release/api/class${file}.html`;
}

function nameOf({ name }: PropertyRow, instance: string): string {
  return name.replace(INSTANCE, () => instance);
}

function withInherited(rows: readonly SchemaRow[], known: ReadonlyMap<string, Schema>): Map<string, Schema> {
  const found = new Map(known);
  for (const row of rows) {
    const properties = new Map<string, SchemaProperty>();
    const add = (property: SchemaProperty): void => {
      if (!properties.has(property.name)) properties.set(property.name, property);
    };
    for (const property of row.properties) add({ ...property, schema: row.name, definedAs: property.name });
    for (const property of found.get(row.base ?? "")?.properties.values() ?? []) add(property);
    for (const applied of row.builtInApis ?? []) {
      const { schema, instance } = splitApi(applied);
      for (const property of found.get(schema)?.properties.values() ?? []) {
        add(instance === "" ? property : { ...property, name: nameOf(property, instance) });
      }
    }
    found.set(row.name, { ...row, properties });
  }
  return found;
}
