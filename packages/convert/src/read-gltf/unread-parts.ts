/** Parts of a glTF that no reader takes: extensions, and data of programs where no prim has a place for it. */
import type { Losses } from "../errors/losses.ts";
import { pointer } from "./pointer.ts";

/** Parts whose `extras` are kept. */
const KEPT_EXTRAS =
  /^\/(?:asset|(?:scenes|nodes|meshes|materials|cameras)\/\d+|extensions\/KHR_lights_punctual\/lights\/\d+)$/u;

interface Place {
  readonly part: unknown;
  readonly at: string;
}

/**
 * Reports each extension that is not read, wherever it is, and `extras` that are not kept.
 *
 * @param known names of the extensions that are read
 */
export function reportUnreadParts(json: unknown, known: ReadonlySet<string>, losses: Losses): void {
  const waiting: Place[] = [{ part: json, at: "" }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { part, at } = place;
    if (Array.isArray(part)) {
      for (let i = part.length - 1; i >= 0; i--)
        if (isObject(part[i])) waiting.push({ part: part[i], at: `${at}/${i}` });
    } else if (isObject(part)) {
      waiting.push(...partsOf(part, at, { known, losses }).toReversed());
    }
  }
}

/** Reports what of one object is not read; returns the objects and lists in it. */
function partsOf(
  part: Readonly<Record<string, unknown>>,
  at: string,
  { known, losses }: { readonly known: ReadonlySet<string>; readonly losses: Losses },
): Place[] {
  const { extras, extensions, ...members } = part;
  if (hasContent(extras) && !KEPT_EXTRAS.test(at)) {
    losses.add(
      `${at}/extras`,
      "Extras are kept of scenes, nodes, meshes, materials, cameras, lights and the asset only",
    );
  }
  const inside: Place[] = [];
  for (const [name, extension] of Object.entries(isObject(extensions) ? extensions : {})) {
    const where = pointer(at, "extensions", name);
    if (!known.has(name)) losses.add(where, `The extension ${name} is not supported`);
    else if (isObject(extension)) inside.push({ part: extension, at: where });
  }
  for (const [name, member] of Object.entries(members)) {
    if (isObject(member)) inside.push({ part: member, at: pointer(at, name) });
  }
  return inside;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function hasContent(extras: unknown): boolean {
  return extras !== undefined && extras !== null && !(isObject(extras) && Object.keys(extras).length === 0);
}
