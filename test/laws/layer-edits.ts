// One edit of a plain layer, and the expected difference.

import { makeLayer } from "@usdkit/layer";
import type { Difference, Layer, PlainAttribute, PlainBody, PlainLayer, PlainPrim, PlainProperty } from "@usdkit/layer";
import { plainLayerArbitrary } from "@usdkit/layer/arbitraries";
import * as fc from "fast-check";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Prim = Writable<PlainPrim>;

/** A prim of a plain layer, its path, and the list that contains it. */
interface Place {
  readonly prim: Prim;
  readonly path: string;
  readonly siblings: Prim[];
}

export interface EditedLayer {
  readonly before: Layer;
  readonly after: Layer;
  /** Undefined if the edit does not apply to the layer. */
  readonly expected: Pick<Difference, "kind" | "path"> | undefined;
}

/** Does the edit at a place; `random` picks a member. Returns the difference, or undefined if it does not apply. */
type Edit = (place: Place, random: number) => EditedLayer["expected"];

const pick = <T>(items: readonly T[], random: number): T | undefined => items[random % Math.max(1, items.length)];
const propertiesOf = (prim: Prim): Writable<PlainProperty>[] => (prim.properties ?? []) as Writable<PlainProperty>[];
const attributesOf = (prim: Prim): Writable<PlainAttribute>[] =>
  propertiesOf(prim).filter((property): property is Writable<PlainAttribute> => property.type !== "rel");

const edits: Readonly<Record<string, Edit>> = {
  "add a prim"({ prim, path }) {
    prim.children = [{ name: "New_prim", type: "Scope" }, ...(prim.children ?? [])];
    return { kind: "added", path: `${path}/New_prim` };
  },
  "remove a prim"({ prim, path, siblings }) {
    siblings.splice(siblings.indexOf(prim), 1);
    return { kind: "removed", path };
  },
  "rename a prim"({ prim, path }) {
    const renamed = `${path.slice(0, path.length - prim.name.length)}Renamed_prim`;
    prim.name = "Renamed_prim";
    return { kind: "moved", path: renamed };
  },
  "group a prim"({ prim, path, siblings }) {
    siblings[siblings.indexOf(prim)] = { name: "New_group", children: [prim] };
    return { kind: "added", path: `${path.slice(0, path.length - prim.name.length)}New_group` };
  },
  "change a type"({ prim, path }) {
    prim.type = "New_type";
    return { kind: "declaration", path };
  },
  "change a specifier"({ prim, path }) {
    prim.specifier = prim.specifier === "over" ? "class" : "over";
    return { kind: "declaration", path };
  },
  "reverse siblings"({ siblings, prim, path }) {
    if (siblings.length < 2) return undefined;
    siblings.reverse();
    const owner = path.slice(0, path.length - prim.name.length);
    return { kind: "reordered", path: owner === "/" || owner.endsWith("}") ? owner : owner.slice(0, -1) };
  },
  "add a property"({ prim, path }) {
    prim.properties = [...propertiesOf(prim), { name: "new_property", type: "int", value: 1 }];
    return { kind: "added", path: `${path}.new_property` };
  },
  "remove a property"({ prim, path }, random) {
    const property = pick(propertiesOf(prim), random);
    if (property === undefined) return undefined;
    prim.properties = propertiesOf(prim).filter((each) => each !== property);
    return { kind: "removed", path: `${path}.${property.name}` };
  },
  "change custom"({ prim, path }, random) {
    const property = pick(propertiesOf(prim), random);
    if (property === undefined) return undefined;
    property.custom = property.custom !== true;
    return { kind: "declaration", path: `${path}.${property.name}` };
  },
  "change a value"({ prim, path }, random) {
    const attribute = pick(attributesOf(prim), random);
    if (attribute === undefined) return undefined;
    attribute.value = attribute.value === null ? { kind: "animationBlock" } : null;
    return { kind: "value", path: `${path}.${attribute.name}` };
  },
  "add a time sample"({ prim, path }, random) {
    const attribute = pick(
      attributesOf(prim).filter(({ timeSamples }) => timeSamples !== undefined),
      random,
    );
    if (attribute?.timeSamples === undefined) return undefined;
    attribute.timeSamples = [...attribute.timeSamples, [777.5, null]];
    return { kind: "timeSample", path: `${path}.${attribute.name}` };
  },
  "document a prim"({ prim, path }) {
    const fields = new Map(prim.metadata === undefined ? [] : (prim.metadata as ReadonlyMap<string, string>));
    prim.metadata = fields.set("documentation", "words that no arbitrary makes");
    return { kind: "metadata", path };
  },
};

function placesOf(layer: PlainLayer): Place[] {
  const places: Place[] = [];
  const visit = (body: PlainBody, path: string, separator: string): void => {
    const siblings = (body.children ?? []) as Prim[];
    for (const prim of siblings) {
      const own = `${path}${separator}${prim.name}`;
      places.push({ prim, path: own, siblings });
      visit(prim, own, "/");
    }
    for (const { name, variants } of body.variantSets ?? []) {
      for (const variant of variants) visit(variant, `${path}{${name}=${variant.name}}`, "");
    }
  };
  visit(layer, "/", "");
  return places;
}

/** A layer, and the same after one random edit. */
export const editedLayerArbitrary: fc.Arbitrary<EditedLayer & { readonly edit: string }> = fc
  .tuple(plainLayerArbitrary, fc.constantFrom(...Object.keys(edits)), fc.nat(1000), fc.nat(1000))
  .map(([plain, edit, first, second]) => {
    const before = makeLayer(plain);
    const copy = structuredClone(plain);
    const place = pick(placesOf(copy), first);
    const expected = place === undefined ? undefined : edits[edit]?.(place, second);
    return { edit, before, after: makeLayer(copy), expected };
  });
