import type { Layer } from "@usdkit/layer";

/** Returns the path of the prim that references without a path lead to in a layer, "" if it names none. */
export function defaultPrimPath({ root }: Layer): string {
  const value = root.fields.get("defaultPrim")?.value;
  const name = value?.kind === "typed" && typeof value.data === "string" ? value.data : "";
  return name === "" || name.startsWith("/") ? name : `/${name}`;
}
