/** Finds specs by path, with a helpful error if there is none. */
import { quote } from "@usdkit/base";
import type { Layer, PrimLike, Spec, VariantSetSpec } from "./types.ts";
import { memberNamed } from "./named-lists.ts";
import { nearestName } from "./nearest-name.ts";
import { SpecPathError } from "./spec-path-error.ts";

/** One element of a path, in order: `/A`, `{set=}` or `{set=v}`, `.name`. */
const STEP = /\/?([^/{}.]+)|\{([^=}]*)=([^}]*)\}|\.(.+)$/guy;

/**
 * Returns the spec at a path such as `/A/B`, `/A.size`, `/A{set=}`, `/A{set=v}B`.
 *
 * @throws SpecPathError that names the missing part and the closest existing name
 */
export function findSpec(layer: Layer, path: string): Spec {
  const found = search(layer, path);
  if ("error" in found) throw found.error();
  return found.spec;
}

/** Returns the spec at a path; undefined if there is none. */
export function lookUpSpec(layer: Layer, path: string): Spec | undefined {
  const found = search(layer, path);
  return "error" in found ? undefined : found.spec;
}

/** The error is made if it is needed: the closest name takes longer to find than the spec. */
type Found = { readonly spec: Spec } | { readonly error: () => SpecPathError };

function search(layer: Layer, path: string): Found {
  let spec: Spec = layer.root;
  if (path === "/") return { spec };
  if (!path.startsWith("/")) {
    return { error: () => new SpecPathError(`Expected an absolute path of a spec, found ${quote(path)}`) };
  }
  let reached = 0;
  STEP.lastIndex = 0;
  for (let step = STEP.exec(path); step !== null; step = STEP.exec(path)) {
    const [text, child, set, variant, property] = step as unknown as (string | undefined)[];
    reached += text?.length ?? 0;
    let next: Spec | undefined;
    let known: readonly { readonly name: string }[];
    if (spec.specType === "attribute" || spec.specType === "relationship") break;
    if (spec.specType === "variantSet") break;
    const owner: PrimLike & Spec = spec;
    if (child !== undefined) {
      known = owner.children;
      next = memberNamed(owner.children, child);
    } else if (property !== undefined) {
      known = owner.properties;
      next = memberNamed(owner.properties, property);
    } else {
      const found: VariantSetSpec | undefined = owner.variantSets.find((each) => each.name === set);
      known = found === undefined || variant === "" ? owner.variantSets : found.variants;
      next = variant === "" ? found : found?.variants.find((each) => each.name === variant);
    }
    if (next === undefined) {
      const name = child ?? property ?? (variant === "" ? set : variant);
      return { error: () => notFound(path, owner.path, name, known) };
    }
    spec = next;
    if (reached === path.length) return { spec };
  }
  return { error: () => new SpecPathError(`${quote(path)} is not a valid spec path`) };
}

function notFound(
  path: string,
  owner: string,
  name: string | undefined,
  known: readonly { readonly name: string }[],
): SpecPathError {
  const nearest = nearestName(
    name ?? "",
    known.map((each) => each.name),
  );
  const hint = nearest === undefined ? "" : `; did you mean ${quote(nearest)}?`;
  return new SpecPathError(`There is no spec at ${quote(path)}: ${quote(owner)} has no ${quote(name ?? "")}${hint}`);
}
