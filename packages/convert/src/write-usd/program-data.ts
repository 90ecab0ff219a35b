/** Data of programs as metadata and properties of prims: custom data, and what an earlier stage had. */
import {
  DumpValueError,
  fieldOfDump,
  isName,
  valueOfDump,
  type FieldValue,
  type PlainDictionary,
  type PlainField,
  type PlainPrim,
  type PlainProperty,
} from "@usdkit/layer";
import type { Extras } from "../model/extras.ts";
import { KEPT_ATTRIBUTES, USD_DATA } from "../model/usd-data.ts";
import { customData, type CustomData } from "./custom-data.ts";
import { defined } from "./named.ts";
import { isPropertyName } from "./relationship-targets.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Where the data is from, and the prim that gets it. */
export interface ProgramData extends Pick<CustomData, "hints"> {
  readonly extras: Extras;
  /** The place in the input. */
  readonly source: string;
  /** Path of the prim. */
  readonly path: string;
}

interface RestoredData {
  readonly metadata: Readonly<Record<string, FieldValue | PlainDictionary | string>>;
  readonly properties: readonly PlainProperty[];
}

/** A prim whose fields are the members of an object. */
export type WrittenPrim = Omit<PlainPrim, "metadata"> & { readonly metadata?: Readonly<Record<string, PlainField>> };

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a prim with the data of a program, and with what an earlier stage had and glTF has no part for. */
export function withProgramData(writer: UsdWriter, prim: WrittenPrim, data: ProgramData): PlainPrim {
  const { extras, hints } = data;
  const { [USD_DATA]: usd, ...others } = extras ?? {};
  const isRestored = isObject(usd);
  const custom = customData({ extras: isRestored ? others : extras, hints });
  const restored = isRestored ? restoredData(writer, usd, data) : { metadata: {}, properties: [] };
  const known = new Set(prim.properties?.map(({ name }) => name));
  return {
    ...prim,
    metadata: defined({ ...prim.metadata, customData: custom, ...restored.metadata }),
    properties: [...(prim.properties ?? []), ...restored.properties.filter(({ name }) => !known.has(name))],
  };
}

function restoredData({ losses, targets }: UsdWriter, usd: JsonObject, { source, path }: ProgramData): RestoredData {
  const at = `${source}/extras/${USD_DATA}`;
  const metadata: Record<string, FieldValue | string> = {};
  const properties: PlainProperty[] = [];
  const { kind, assetInfo, attributes, relationships, path: earlier } = usd;
  if (typeof earlier === "string") targets.place(earlier, path);
  if (typeof kind === "string" && isName(kind)) metadata["kind"] = kind;
  const attempt = (part: string, restore: () => void): void => {
    try {
      restore();
    } catch (error) {
      if (!(error instanceof DumpValueError)) throw error;
      losses.add(`${at}/${part}`, `It is left out: ${error.message}`);
    }
  };
  if (assetInfo !== undefined) {
    attempt("assetInfo", () => (metadata["assetInfo"] = fieldOfDump("prim", "assetInfo", assetInfo)));
  }
  for (const [name, attribute] of entriesOf(attributes)) {
    const { type, value, custom, uniform } = attribute;
    if (!isPropertyName(name) || typeof type !== "string" || !(custom === true || KEPT_ATTRIBUTES.has(name))) continue;
    attempt(`attributes/${name}`, () =>
      properties.push({
        name,
        type,
        value: valueOfDump(type, value),
        ...(custom === true && { custom }),
        ...(uniform === true && { uniform }),
      }),
    );
  }
  for (const [name, { targets: wanted, custom }] of entriesOf(relationships)) {
    if (!isPropertyName(name) || !isTexts(wanted)) continue;
    const list = targets.list(wanted, `${at}/relationships/${name}`);
    properties.push({ name, type: "rel", targets: list, ...(custom === true && { custom }) });
  }
  return { metadata, properties };
}

function entriesOf(value: unknown): readonly (readonly [string, JsonObject])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => (isObject(each) ? [[name, each] as const] : []));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
