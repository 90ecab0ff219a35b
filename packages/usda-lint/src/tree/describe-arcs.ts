import { addedItems, arcFields, type Field, type PrimLike, type ReferenceItem } from "@usdkit/layer";

/** More than these of one kind are counted. */
const MOST = 3;

/** What a prim composes and chooses, in short: `payload @a.usda@</A>`, `inherits /Base`, `{shade=red}`, `inactive`. */
export function describeArcs({ fields }: PrimLike): string[] {
  const notes: string[] = [];
  for (const { name, keyword = name } of arcFields.values()) {
    const field = fields.get(name);
    const targets = field === undefined ? [] : targetsOf(field);
    if (targets.length > 0) notes.push(`${keyword} ${shorten(targets)}`);
  }
  const selection = fields.get("variantSelection")?.value;
  if (selection?.kind === "stringMap") {
    for (const [set, variant] of selection.entries) notes.push(`{${set}=${variant}}`);
  }
  const schemas = fields.get("apiSchemas")?.value;
  if (schemas?.kind === "valueListOp") {
    const names = addedItems(schemas.listOp).map(String);
    if (names.length > 0) notes.push(`api ${shorten(names)}`);
  }
  if (isFalse(fields.get("active"))) notes.push("inactive");
  if (isTrue(fields.get("instanceable"))) notes.push("instanceable");
  return notes;
}

function targetsOf({ value }: Field): string[] {
  if (value.kind === "referenceListOp") return addedItems(value.listOp).map(describeReference);
  return value.kind === "pathListOp" ? addedItems(value.listOp).map((path) => `<${path}>`) : [];
}

function describeReference({ asset, primPath }: ReferenceItem): string {
  return (asset === "" ? "" : `@${asset}@`) + (primPath === "" ? "" : `<${primPath}>`);
}

function shorten(items: readonly string[]): string {
  const rest = items.length - MOST;
  return items.slice(0, MOST).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function isFalse(field: Field | undefined): boolean {
  return field?.value.kind === "typed" && field.value.data === false;
}

function isTrue(field: Field | undefined): boolean {
  return field?.value.kind === "typed" && field.value.data === true;
}
