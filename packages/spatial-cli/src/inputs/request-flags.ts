/**
 * Flags for the fields of a request, from the contract's table of fields: a new field becomes a flag and reaches the
 * request without a change of a command.
 */
import { camelCase } from "@usdkit/command/cli/parse-arguments";
import type { Options } from "@usdkit/command/cli/command";
import { UsageError } from "@usdkit/command/cli/errors";
import { requestFields, type RequestField } from "@usdkit/contract";
import { fieldDoc } from "@usdkit/contract/field-docs";

/** One part of a request whose fields are flags. */
export interface FlaggedPart {
  /** The schema of the part. */
  readonly schema: Parameters<typeof requestFields>[0];
  /** The type of the part, which has the docstrings: `GenerateWorldRequest`. */
  readonly type: string;
  /** Fields that the command sets itself or from its own arguments. */
  readonly own?: readonly string[];
}

/** Flags with a custom name; the others are named after their field, without the suffix `Url`. */
const NAMES: Readonly<Record<string, string>> = { taskQuality: "quality", fastUpload: "fast", statusList: "status" };

/** A request with additional fields. */
export interface ExtraArguments {
  extra?: string[];
}

export const EXTRA: Readonly<Record<string, Options>> = {
  extra: {
    type: "string",
    array: true,
    describe: "FIELD=JSON: set a field of the request that has no flag, as in --extra 'weather=\"rain\"'; repeatable",
  },
};

/** Returns the flag of a field: `fast` of `fastUpload`, `cover` of `cover`, `custom-prefix` of `customPrefix`. */
export function flagOf(field: string): string {
  const name = NAMES[field] ?? field.replace(/Url$/, "");
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Returns the options of the fields of a part, for the builder of a command. */
export function requestFlags(part: FlaggedPart): Readonly<Record<string, Options>> {
  return Object.fromEntries(flaggedFields(part).map((field) => [flagOf(field.name), optionOf(part, field)]));
}

/**
 * Returns the fields that flags set.
 *
 * @param args The arguments of the command, in camel case.
 * @param urlOf Returns the URL of a file or URL given by the user.
 */
export function readFlags(
  part: FlaggedPart,
  args: object,
  urlOf: (source: string) => string = (source) => source,
): Readonly<Record<string, unknown>> {
  const fields = flaggedFields(part).flatMap(({ name, kind }) => {
    const value: unknown = Reflect.get(args, camelCase(flagOf(name)));
    if (value === undefined) return [];
    return [[name, kind === "url" && typeof value === "string" ? urlOf(value) : value] as const];
  });
  return Object.fromEntries(fields);
}

/** The fields that `--extra` adds to a request. */
export interface ExtraFields {
  /** Fields that the contract defines. */
  readonly known: Readonly<Record<string, unknown>>;
  /** Additional fields of the JSON body, if any. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Additional fields of each entry of `resources`, if any: `resources.FIELD=JSON`. */
  readonly entryExtra?: Readonly<Record<string, unknown>>;
}

const ENTRY = "resources.";

/** @throws {UsageError} for text that is not FIELD=JSON, and for a field given twice. */
export function readExtra({ schema }: Pick<FlaggedPart, "schema">, { extra = [] }: ExtraArguments): ExtraFields {
  const names = new Set(requestFields(schema).map(({ name }) => name));
  const [known, further, entry] = [new Map<string, unknown>(), new Map<string, unknown>(), new Map<string, unknown>()];
  for (const text of extra) {
    const { name, value } = parseExtra(text);
    const isEntry = name.startsWith(ENTRY) && names.has("resources");
    const [place, field] = isEntry ? [entry, name.slice(ENTRY.length)] : [names.has(name) ? known : further, name];
    if (place.has(field)) throw new UsageError(`--extra: "${name}" is given twice`);
    place.set(field, value);
  }
  return {
    known: Object.fromEntries(known),
    ...(further.size > 0 && { extra: Object.fromEntries(further) }),
    ...(entry.size > 0 && { entryExtra: Object.fromEntries(entry) }),
  };
}

/**
 * Merges the fields that flags, arguments and `--extra` set.
 *
 * @throws {UsageError} for a field that two of them set.
 */
export function mergeFields(
  fields: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const twice = Object.keys(known).find((name) => fields[name] !== undefined);
  if (twice !== undefined) throw new UsageError(`--extra: the command sets "${twice}" already`);
  return { ...fields, ...known };
}

function parseExtra(text: string): { readonly name: string; readonly value: unknown } {
  const { name, json } = /^(?<name>[^=]+)=(?<json>.*)$/s.exec(text)?.groups ?? {};
  if (name === undefined || json === undefined) throw new UsageError(`--extra: Expected FIELD=JSON, found "${text}"`);
  try {
    return { name, value: JSON.parse(json) as unknown };
  } catch {
    throw new UsageError(`--extra: Expected JSON for "${name}", found ${json}. Write a text as '${name}="${json}"'`);
  }
}

/** Returns the fields that can be flags; the command itself handles lists of objects. */
function flaggedFields({ schema, own = [] }: FlaggedPart): readonly RequestField[] {
  return requestFields(schema).filter(({ name, kind }) => kind !== "other" && !own.includes(name));
}

function optionOf({ type }: FlaggedPart, { name, kind, choices }: RequestField): Options {
  const doc = (fieldDoc(type, name) ?? name).replace(/Ours: (?<first>\w)/, "$<first>").replace(/\.$/, "");
  const describe = kind === "url" ? `${doc}: a URL, or a file, which is uploaded first` : doc;
  const values = kind === "text" || kind === "url" || kind === "texts" ? "string" : kind;
  if (values === "other") throw new TypeError(`${name} cannot be a flag`);
  return { type: values, describe, ...(kind === "texts" && { array: true }), ...(choices && { choices }) };
}
