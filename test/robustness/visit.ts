// Accesses everything in a layer.

import type { Layer, Spec } from "@usdkit/layer";

/** Members that lead to a parent, or to an object that is visited elsewhere. */
const NOT_FOLLOWED: ReadonlySet<string> = new Set(["parent", "source", "reader", "names", "tape"]);

/** Calls every getter of every object that can be reached, and every sample's value. Returns how many specs there are. */
export function visitEverything(layer: Layer): number {
  const seen = new Set<object>();
  const waiting: object[] = [layer];
  let specs = 0;
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (seen.has(object)) continue;
    seen.add(object);
    if ("specType" in object) specs++;
    for (const value of membersOf(object)) {
      if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) waiting.push(value);
    }
  }
  return specs;
}

function membersOf(object: object): readonly unknown[] {
  if (Array.isArray(object)) return object as unknown[];
  if (object instanceof Map) return [...(object as Map<unknown, unknown>).values()];
  const values: unknown[] = [];
  for (const name of memberNames(object)) {
    if (!NOT_FOLLOWED.has(name)) values.push((object as Record<string, unknown>)[name]);
  }
  if (isTimeSamples(object)) for (let i = 0; i < object.times.length; i++) values.push(object.value(i));
  return values;
}

/** Own members, and the getters of classes. */
function memberNames(object: object): readonly string[] {
  const prototype = Object.getPrototypeOf(object) as object | null;
  return prototype === null || prototype === Object.prototype
    ? Object.keys(object)
    : [...Object.keys(object), ...getterNames(prototype)];
}

const knownGetters = new Map<object, readonly string[]>();

function getterNames(prototype: object): readonly string[] {
  const known = knownGetters.get(prototype);
  if (known !== undefined) return known;
  const names: string[] = [];
  for (let at: object | null = prototype; at !== null && at !== Object.prototype;) {
    for (const name of Object.getOwnPropertyNames(at)) {
      if (Object.getOwnPropertyDescriptor(at, name)?.get !== undefined) names.push(name);
    }
    at = Object.getPrototypeOf(at) as object | null;
  }
  knownGetters.set(prototype, names);
  return names;
}

function isTimeSamples(object: object): object is { times: Float64Array; value(index: number): unknown } {
  return "times" in object && object.times instanceof Float64Array && "value" in object;
}

/** Every spec, parents before what is in them. */
export function* specsOf(layer: Layer): Generator<Spec, void, undefined> {
  const waiting: Spec[] = [layer.root];
  for (let spec = waiting.pop(); spec !== undefined; spec = waiting.pop()) {
    yield spec;
    if (spec.specType === "variantSet") waiting.push(...spec.variants.toReversed());
    else if ("children" in spec) {
      for (const list of [spec.variantSets, spec.children, spec.properties]) waiting.push(...list.toReversed());
    }
  }
}
