/** The prims of a flattened layer that instances refer to. */
import type { Prototype } from "../instances/prototypes.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import type { FlattenSource } from "./flatten-source.ts";

/** A prototype, and the root prim that has its prims. */
export interface FlattenedPrototype {
  readonly name: string;
  readonly prototype: Prototype;
  /** Returns a path below the source of the prototype as one below the root prim. */
  readonly mapTarget: (path: string) => string;
}

export interface FlattenedPrototypes {
  /** In the order in which the layer has them. */
  readonly all: readonly FlattenedPrototype[];
  /** Returns the name of the root prim that an instance refers to; undefined for prims that are no instances. */
  readonly nameOf: (prim: PathId) => string | undefined;
}

/** Names the prototypes as the reference does: in the order of `__Prototype_1`, `__Prototype_10`, `__Prototype_2`, without clashes. */
export function flattenedPrototypes({ paths, prototypes, children }: FlattenSource): FlattenedPrototypes {
  const taken = new Set(children(ROOT_PATH).map((path) => paths.element(path)));
  const key = ({ number }: Prototype): string => String(number);
  const ordered = prototypes.all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  let number = 1;
  const all = ordered.map((prototype): FlattenedPrototype => {
    while (taken.has(`Flattened_Prototype_${number}`)) number++;
    const name = `Flattened_Prototype_${number++}`;
    const from = paths.text(prototype.source);
    return { name, prototype, mapTarget: (path) => replacePrefix(path, from, `/${name}`) };
  });
  const names = new Map(all.map(({ name, prototype }) => [prototype, name]));
  return {
    all,
    nameOf: (prim) => {
      const prototype = prototypes.ofInstance.get(prim);
      return prototype && names.get(prototype);
    },
  };
}

/** Replaces the start of a path. */
export function replacePrefix(path: string, from: string, to: string): string {
  if (!path.startsWith(from)) return path;
  const rest = path.slice(from.length);
  return rest === "" || /^[/.{]/u.test(rest) ? to + rest : path;
}
