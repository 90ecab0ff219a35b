/** Shapes of prims: one object for all prims with the same type, API schemas, specifier and kind. */
import { splitApi, type SchemaSet } from "@usdkit/schemas";
import { summarizePrim, type PrimIndex, type PrimSummary, type StageReader } from "@usdkit/usd";
import type { PrimShape } from "../rule/checked-prim.ts";

/** A shape with its number. */
export interface NumberedShape extends PrimShape {
  /** From 0. */
  readonly number: number;
}

type Summaries = Map<object, NumberedShape>;

const noTypes: ReadonlySet<string> = new Set();

/** The shapes of a stage. */
export class PrimShapes {
  private readonly schemas: SchemaSet;
  private readonly byKey: Map<string, NumberedShape> = new Map();
  /** By what prims share; shapes of prims with a graph of their own are looked up each time. */
  private shared: Summaries = new Map();
  private readonly types: Map<string, ReadonlySet<string>> = new Map();

  constructor(schemas: SchemaSet) {
    this.schemas = schemas;
  }

  /** Forgets which prims have which shape: layers have changed. */
  forget(): void {
    this.shared = new Map();
  }

  /** Returns the shape of a prim. */
  of(index: PrimIndex, reader: StageReader): NumberedShape {
    const { shared } = index;
    if (shared === undefined) return this.make(index, reader);
    const { composed } = shared;
    let shape = this.shared.get(composed);
    if (shape === undefined) this.shared.set(composed, (shape = this.make(index, reader)));
    return shape;
  }

  private make(index: PrimIndex, reader: StageReader): NumberedShape {
    const summary = summarizePrim(index);
    const { typeName } = summary;
    // Only a type that prims cannot have needs the fallback types of the stage.
    const isConcrete = typeName === "" || this.schemas.schemaOf(typeName)?.kind === "concrete";
    const found = summary.hasApiSchemas || !isConcrete ? reader.schemas({ source: index.path }) : undefined;
    const apiSchemas = found?.apiSchemas ?? [];
    // Schemas of a site are known here only.
    const schemaType = isConcrete || found === undefined || found.schemaType === "" ? typeName : found.schemaType;
    const key = keyOf(summary, schemaType, apiSchemas);
    let shape = this.byKey.get(key);
    if (shape === undefined) {
      shape = this.shapeOf(summary, schemaType, apiSchemas);
      this.byKey.set(key, shape);
    }
    return shape;
  }

  private shapeOf(summary: PrimSummary, schemaType: string, apiSchemas: readonly string[]): NumberedShape {
    const { specifier, typeName, kind, isActive, isInstance, hasVariantSets } = summary;
    const allApiSchemas = this.withBuiltIn(schemaType, apiSchemas);
    return {
      number: this.byKey.size,
      specifier,
      typeName,
      schemaType,
      kind,
      isActive,
      isInstance,
      hasVariantSets,
      apiSchemas,
      allApiSchemas,
      types: this.typesOf(schemaType),
      apis: new Set(allApiSchemas.map((each) => splitApi(each).schema)),
    };
  }

  /** Returns applied API schemas, and those that they and the type have built in. */
  private withBuiltIn(type: string, applied: readonly string[]): readonly string[] {
    const { schemas } = this;
    const found = new Set(applied);
    for (const each of schemas.schemaOf(type)?.builtInApis ?? []) found.add(each);
    // A set is visited with what is added meanwhile.
    for (const each of found) {
      for (const builtIn of schemas.schemaOf(each)?.builtInApis ?? []) found.add(builtIn);
    }
    return [...found];
  }

  /** Returns a type with those that it inherits; none for an abstract one, which prims do not have. */
  private typesOf(type: string): ReadonlySet<string> {
    if (type === "" || this.schemas.schemaOf(type)?.kind === "abstract") return noTypes;
    let found = this.types.get(type);
    if (found === undefined) {
      const names = new Set<string>();
      const { schemas } = this;
      for (let at = schemas.schemaOf(type); at !== undefined; at = schemas.schemaOf(at.base ?? "")) names.add(at.name);
      this.types.set(type, (found = names));
    }
    return found;
  }
}

function keyOf(
  { specifier, typeName, kind, isActive, isInstance, hasVariantSets }: PrimSummary,
  schemaType: string,
  apiSchemas: readonly string[],
): string {
  const flags = `${specifier}${isActive ? "" : " inactive"}${isInstance ? " instance" : ""}${hasVariantSets ? " variants" : ""}`;
  if (apiSchemas.length === 0) return `${typeName}|${kind}|${flags}|${schemaType}`;
  return JSON.stringify([typeName, kind, flags, schemaType, apiSchemas]);
}
