/** Documents prim types as Markdown, from their tables alone. */
import type { PrimDefinition, PrimRole, PrimTypes, PropertyDefinition } from "./definition.ts";

const ROLES: Readonly<Record<PrimRole, string>> = {
  container: "groups other prims",
  asset: "draws the asset of its payload",
  camera: "takes the image; the first in traversal counts",
  renderSettings: "sets up the image; the first in traversal counts",
  other: "is used with its attributes",
};

/**
 * Returns a page with a section for each prim type: its attributes with type, fallback, unit, range and source.
 *
 * @example
 * primTypesPage(withPrimTypes(sphereLight)); // "# Prim types\n\n…"
 */
export function primTypesPage(primTypes: PrimTypes): string {
  const intro =
    "The rendering service reads prims of these types. It ignores all other types, and all other attributes.";
  return `${["# Prim types", intro, ...Array.from(primTypes.values(), sectionOf)].join("\n\n")}\n`;
}

/** Returns one row per prim type: `| Mesh | metadata `payload`, `matrix4d xformOp:transform`, … |`. */
export function primTypesTable(primTypes: PrimTypes): string {
  const rows = Array.from(primTypes.values(), ({ typeName, properties, role }) => {
    const names = Array.from(properties.values(), (each) => `\`${declarationOf(each)}\``);
    const payload = role === "asset" ? ["metadata `payload`"] : [];
    return `| ${typeName} | ${[...payload, ...names].join(", ") || "–"} |`;
  });
  return ["| Prim | What is read of it |", "| --- | --- |", ...rows].join("\n");
}

function sectionOf(definition: PrimDefinition): string {
  const { typeName, description, role, isTransformable, properties, source } = definition;
  const facts = `${description} It ${ROLES[role]}, and is ${isTransformable ? "" : "not "}transformable. Source: ${source}.`;
  const rows = Array.from(properties.values(), (property) => {
    const { name, description: meaning, source: origin } = property;
    const cells = [`\`${name}\``, `\`${typeOf(property)}\``, fallbackOf(property), rangeOf(property), meaning, origin];
    return `| ${cells.map(cellOf).join(" | ")} |`;
  });
  if (rows.length === 0) return `## ${typeName}\n\n${facts}`;
  const head = ["| attribute | type | fallback | values | meaning | source |", "| --- | --- | --- | --- | --- | --- |"];
  return `## ${typeName}\n\n${facts}\n\n${[...head, ...rows].join("\n")}`;
}

function declarationOf({ kind, type, name }: PropertyDefinition): string {
  return kind === "attribute" ? `${type} ${name}` : `rel ${name}`;
}

function typeOf({ kind, type, variability }: PropertyDefinition): string {
  return kind === "attribute" && variability === "uniform" ? `uniform ${type}` : type;
}

function fallbackOf({ fallback, type }: PropertyDefinition): string {
  if (fallback === undefined) return "none";
  return type === "matrix4d" ? "identity" : `\`${JSON.stringify(fallback)}\``;
}

function rangeOf({ range, unit, isIncreasing, allowedTokens }: PropertyDefinition): string {
  const parts: string[] = [];
  if (allowedTokens !== undefined) parts.push(allowedTokens.map((token) => `\`${token}\``).join(" or "));
  if (range?.minimum !== undefined) parts.push(`at least ${range.minimum}`);
  if (range?.exclusiveMinimum !== undefined) parts.push(`above ${range.exclusiveMinimum}`);
  if (isIncreasing === true) parts.push("increasing");
  if (unit !== undefined) parts.push(unit);
  return parts.join(", ") || "any";
}

function cellOf(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
