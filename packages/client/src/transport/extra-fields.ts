/** Fields of a request beyond the contract's (client-behaviour 16): taken off before it is checked, merged into what is sent. */

type Path = readonly (string | number)[];

/** Extra fields of one object in a request. */
export interface ExtraFields {
  /** From the part on: `["resources", 3]`. */
  readonly path: Path;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Separated {
  /** The part without `extra`. */
  readonly part: object;
  readonly extras: readonly ExtraFields[];
}

/** Takes `extra` off a part of a request and off the entries of its lists. */
export function separateExtra(part: object): Separated {
  const extras: ExtraFields[] = [];
  const clean = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map((item, i) => clean(item, [...path, i]));
    if (!isRecord(value)) return value;
    const { extra, ...rest } = value;
    if (isRecord(extra)) extras.push({ path, fields: extra });
    // Something else under that name is for the schema to reject.
    else if (extra !== undefined) return value;
    if (path.length > 0) return rest;
    return Object.fromEntries(Object.entries(rest).map(([name, field]) => [name, clean(field, [name])]));
  };
  return { part: clean(part, []) as object, extras };
}

/**
 * Merges extra fields into a checked part.
 *
 * @throws TypeError For a field that the object has already; the message names it.
 */
export function mergeExtra(part: object, extras: readonly ExtraFields[]): object {
  if (extras.length === 0) return part;
  const merged = structuredClone(part);
  for (const { path, fields } of extras) {
    let target: unknown = merged;
    for (const step of path) target = (target as Readonly<Record<string | number, unknown>>)[step];
    for (const [name, value] of Object.entries(fields)) {
      if (!isRecord(target) || Object.hasOwn(target, name)) {
        throw new TypeError(`${[...path, "extra", name].join(".")}: the request has this field already; set it there`);
      }
      Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return merged;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
