import { addedItems, type FieldValue, type Layer, type Spec } from "@usdkit/layer";

/** Returns the paths that arcs of a layer bring in from the layer itself, each with a prim that has such an arc. */
export function internalArcs({ root }: Layer): ReadonlyMap<string, string> {
  const arcs = new Map<string, string>();
  const named = root.fields.get("defaultPrim")?.value;
  const defaultPrim = named?.kind === "typed" && typeof named.data === "string" ? named.data : "";
  const stack: Spec[] = [root];
  for (let spec = stack.pop(); spec !== undefined; spec = stack.pop()) {
    if (spec.specType === "attribute" || spec.specType === "relationship") continue;
    if (spec.specType === "variantSet") {
      stack.push(...spec.variants);
      continue;
    }
    for (const { value } of spec.fields.values()) {
      for (const path of targetsOf(value)) arcs.set(path === "" ? absolute(defaultPrim) : path, spec.path);
    }
    stack.push(...spec.children, ...spec.variantSets);
  }
  return arcs;
}

/** "" is the default prim. */
function targetsOf(value: FieldValue): readonly string[] {
  if (value.kind === "pathListOp") return addedItems(value.listOp);
  if (value.kind !== "referenceListOp") return [];
  return addedItems(value.listOp)
    .filter(({ asset }) => asset === "")
    .map(({ primPath }) => primPath);
}

function absolute(name: string): string {
  return name.startsWith("/") ? name : `/${name}`;
}
