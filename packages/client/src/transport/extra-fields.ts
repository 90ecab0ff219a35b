/**
 * Request fields beyond the contract's (client-behaviour 16): removed before validation, merged into the sent
 * request.
 */

type Path = readonly (string | number)[];

/** Extra fields of one object in a request. */
export interface ExtraFields {
  /** Path from the part on: `["resources", 3]`. */
  readonly path: Path;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Separated {
  /** The part without `extra`. */
  readonly part: object;
  readonly extras: readonly ExtraFields[];
}

/** Removes `extra` from a part of a request and from the entries of its lists. */
export function separateExtra(part: object): Separated {
  const extras: ExtraFields[] = [];
  const clean = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return (value as unknown[]).map((item, i) => clean(item, [...path, i]));
    if (!isRecord(value)) return value;
    const { extra, ...rest } = value;
    if (isRecord(extra)) extras.push({ path, fields: extra });
    // The schema rejects any other value under that name.
    else if (extra !== undefined) return value;
    if (path.length > 0) return rest;
    return Object.fromEntries(Object.entries(rest).map(([name, field]) => [name, clean(field, [name])]));
  };
  return { part: clean(part, []) as object, extras };
}

/**
 * Merges extra fields into a validated part.
 *
 * @throws TypeError For a field that the object already has; the message contains its name.
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
