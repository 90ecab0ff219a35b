/** Schemas of a site, from the layer that `usdGenSchema` writes. */
import type { AttributeSpec, Layer, PrimSpec } from "@usdkit/layer";
import { INSTANCE, schemas, SchemaSet, type PropertyRow, type SchemaRow } from "@usdkit/schemas";
import { textsOf } from "@usdkit/usd";

/** What `plugInfo.json` says about a class. */
interface TypeInfo {
  readonly alias?: { readonly UsdSchemaBase?: string };
  readonly bases?: readonly string[];
  readonly schemaKind?: string;
  readonly apiSchemaCanOnlyApplyTo?: readonly string[];
}

interface PluginInfo {
  readonly Info?: { readonly Types?: Readonly<Record<string, TypeInfo>> };
}

/**
 * Returns the schemas of a layer `generatedSchema.usda`, each after its base.
 *
 * @param plugInfo the text of the `plugInfo.json` next to it: bases and kinds; without it types inherit nothing
 */
function schemaRowsOf(layer: Layer, plugInfo?: string): readonly SchemaRow[] {
  const infos = plugInfo === undefined ? new Map<string, TypeInfo & { className: string }>() : infosOf(plugInfo);
  const rows = layer.root.children.filter(({ specifier }) => specifier === "class").map((prim) => rowOf(prim, infos));
  return sortedByBase(rows);
}

function rowOf(prim: PrimSpec, infos: ReadonlyMap<string, TypeInfo & { className: string }>): SchemaRow {
  const { name, typeName } = prim;
  const info = infos.get(name);
  const properties = prim.properties.map(propertyRow);
  const isMultiple = properties.some((each) => each.name.includes(INSTANCE)) || info?.schemaKind === "multipleApplyAPI";
  const kind = typeName !== "" ? "concrete" : isMultiple ? "multipleApply" : "singleApply";
  const base = baseOf(info, infos);
  const value = prim.fields.get("apiSchemas")?.value;
  const builtIn = value?.kind === "valueListOp" ? value.listOp : {};
  const builtInApis = [...(builtIn.explicit ?? []), ...(builtIn.prepended ?? [])].map(String);
  return {
    name,
    className: info?.className ?? name,
    library: "",
    kind,
    properties,
    ...(base !== undefined && { base }),
    ...(builtInApis.length > 0 && { builtInApis }),
    ...(info?.apiSchemaCanOnlyApplyTo !== undefined && { appliesTo: info.apiSchemaCanOnlyApplyTo }),
  };
}

function propertyRow(property: PrimSpec["properties"][number]): PropertyRow {
  const { name } = property;
  if (property.specType === "relationship") return { name, type: "rel" };
  const allowed = allowedTokens(property);
  return {
    name,
    type: property.typeName,
    ...(property.variability === "uniform" && { isUniform: true }),
    ...(allowed !== undefined && { allowedTokens: allowed }),
  };
}

function allowedTokens({ fields }: AttributeSpec): readonly string[] | undefined {
  return textsOf(fields.get("allowedTokens")?.value);
}

/** Returns the name of the base that is a schema. */
function baseOf(
  info: TypeInfo | undefined,
  infos: ReadonlyMap<string, TypeInfo & { className: string }>,
): string | undefined {
  const [base] = info?.bases ?? [];
  if (base === undefined) return undefined;
  for (const [name, { className }] of infos) if (className === base) return name;
  for (const { name, className } of schemas.values()) if (className === base) return name;
  return undefined;
}

/** Returns the classes by the names of their schemas. The file is JSON with lines that begin with `#`. */
function infosOf(text: string): Map<string, TypeInfo & { className: string }> {
  const found = new Map<string, TypeInfo & { className: string }>();
  let root: unknown;
  try {
    root = JSON.parse(text.replaceAll(/^\s*#.*$/gmu, ""));
  } catch {
    return found;
  }
  const { Plugins: plugins } = (root ?? {}) as { Plugins?: unknown };
  const list: readonly PluginInfo[] = Array.isArray(plugins) ? plugins : [];
  for (const { Info: info } of list) {
    for (const [className, type] of Object.entries(info?.Types ?? {})) {
      found.set(type.alias?.UsdSchemaBase ?? className, { ...type, className });
    }
  }
  return found;
}

/** A cycle of bases ends where it begins. */
function sortedByBase(rows: readonly SchemaRow[]): readonly SchemaRow[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  const sorted = new Set<SchemaRow>();
  for (const row of rows) {
    const chain: SchemaRow[] = [];
    for (let at: SchemaRow | undefined = row; at !== undefined && !sorted.has(at) && !chain.includes(at);) {
      chain.push(at);
      at = byName.get(at.base ?? "");
    }
    for (const each of chain.toReversed()) sorted.add(each);
  }
  return [...sorted];
}

/** Returns the schemas of OpenUSD with those of layers `generatedSchema.usda`. */
export function schemaSetOf(
  files: readonly { readonly layer: Layer; readonly plugInfo?: string | undefined }[],
): SchemaSet {
  return new SchemaSet(files.flatMap(({ layer, plugInfo }) => schemaRowsOf(layer, plugInfo)));
}
