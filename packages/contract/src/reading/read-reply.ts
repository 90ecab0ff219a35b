/**
 * Reads replies for what the next step needs (client-behaviour 15), by the schemas that describe them. What a schema
 * requires must be readable; every other field that is null, absent or of another type counts as absent, and its value
 * stays in `raw`. Rules between fields are not enforced. Each schema is compiled once.
 */
import * as z from "zod";
import { payloadOf } from "../asset/upload-envelope.ts";
import { isIdSchema } from "../fields/reply-fields.ts";

/** Why a value cannot be read, with its path in the JSON. */
export interface ReadProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A parsed reply, or its missing fields. */
export type ReadResult<Reply> =
  | { readonly kind: "read"; readonly value: Reply }
  | { readonly kind: "unreadable"; readonly problems: readonly ReadProblem[] };

type Reader = (value: unknown) => ReadResult<unknown>;

interface FieldReader {
  readonly read: Reader;
  readonly isRequired: boolean;
  /** A list of objects. */
  readonly isRows: boolean;
}

const readers = new WeakMap<z.ZodType, Reader>();

/**
 * Reads a value with the schema of a reply. The value of {@link parseReply} has every digit of its ids, that of
 * `JSON.parse` only of those within ±(2^53 − 1).
 *
 * @param known Fields of the reply that the caller already knows: they replace required ones that cannot be read.
 * @returns A copy with the fields as in the schema's type, unknown fields unchanged, and `raw` on every object.
 */
export function readReply<Reply>(schema: z.ZodType<Reply>, value: unknown, known: object = {}): ReadResult<Reply> {
  const isRecord = schema instanceof z.ZodObject;
  const result = isRecord ? readObject(fieldsOf(schema), value, known) : readerOf(schema)(value);
  // The reader of a schema returns the schema's type.
  return result as ReadResult<Reply>;
}

function readerOf(schema: z.ZodType): Reader {
  let reader = readers.get(schema);
  if (reader === undefined) readers.set(schema, (reader = compile(schema)));
  return reader;
}

function compile(schema: z.ZodType): Reader {
  const payload = payloadOf(schema);
  if (payload !== undefined) return envelopeReader(payload);
  if (schema instanceof z.ZodObject) {
    const fields = fieldsOf(schema);
    return (value) => readObject(fields, value, {});
  }
  if (schema instanceof z.ZodArray) return listReader(schema.element as z.ZodType);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return readerOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodString)
    return (value) => readScalar(schema, typeof value === "number" ? String(value) : value);
  if (schema instanceof z.ZodNumber) return (value) => readScalar(schema, numberOf(value));
  if (schema instanceof z.ZodBoolean) return (value) => readScalar(schema, booleanOf(value));
  return (value) => readScalar(schema, value);
}

const fieldTables = new WeakMap<z.ZodType, ReadonlyMap<string, FieldReader>>();

function fieldsOf(schema: z.ZodObject): ReadonlyMap<string, FieldReader> {
  let table = fieldTables.get(schema);
  if (table === undefined) {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
    table = new Map(Object.entries(shape).map(([name, field]) => [name, fieldReader(field)]));
    fieldTables.set(schema, table);
  }
  return table;
}

function fieldReader(schema: z.ZodType): FieldReader {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap() as z.ZodType;
  const isRequired = inner === schema && !(schema instanceof z.ZodUnknown);
  // A number is accepted for an id or for required text: optional text of another type is absent.
  const isPlainText = inner instanceof z.ZodString && !isRequired && !isIdSchema(inner);
  const isRows = inner instanceof z.ZodArray && inner.element instanceof z.ZodObject;
  return { isRequired, isRows, read: isPlainText ? (value) => readScalar(inner, value) : readerOf(inner) };
}

function readObject(fields: ReadonlyMap<string, FieldReader>, value: unknown, known: object): ReadResult<unknown> {
  const given = objectOf(fields, value);
  if (given === undefined) return unreadable(`expected an object, found ${nameOf(value)}`);
  const record: Record<string, unknown> = { ...given };
  const problems: ReadProblem[] = [];
  for (const [name, { read, isRequired, isRows }] of fields) {
    const field = Object.hasOwn(given, name) ? given[name] : undefined;
    // A service without rows may send null for its list.
    if (field === undefined && isRequired && isRows && countsNoRows(given)) {
      record[name] = [];
      continue;
    }
    const isAbsent = field === undefined || (field === null && !(isRequired && isRows));
    if (isAbsent && !isRequired) continue;
    const result = isAbsent ? unreadable(`expected a value, found ${nameOf(field)}`) : read(field);
    if (result.kind === "read") record[name] = result.value;
    else if (!isRequired) delete record[name];
    else if (Object.hasOwn(known, name)) record[name] = (known as Readonly<Record<string, unknown>>)[name];
    else problems.push(...result.problems.map(({ path, message }) => ({ path: [name, ...path], message })));
  }
  return problems.length > 0 ? { kind: "unreadable", problems } : { kind: "read", value: withRaw(record, value) };
}

/** Returns the object for a value: text in place of an error is the error's message. */
function objectOf(
  fields: ReadonlyMap<string, FieldReader>,
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  if (typeof value === "string" && value !== "" && isErrorTable(fields)) return { message: value };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

/** Whether a reply without its list reports that it has no rows. */
function countsNoRows({ count, totalCount }: Readonly<Record<string, unknown>>): boolean {
  return numberOf(count) === 0 || numberOf(totalCount) === 0;
}

/** Whether the fields are those of an error: `code` and `message`. */
function isErrorTable(fields: ReadonlyMap<string, FieldReader>): boolean {
  return fields.has("code") && fields.has("message");
}

/** Omits rows that cannot be read, and reads null as no rows; a list of numbers or texts is read whole or not at all. */
function listReader(element: z.ZodType): Reader {
  const read = readerOf(element);
  const hasRows = element instanceof z.ZodObject;
  return (value) => {
    if (value === null && hasRows) return { kind: "read", value: [] };
    if (!Array.isArray(value)) return unreadable(`expected a list, found ${nameOf(value)}`);
    const items: unknown[] = [];
    for (const [i, item] of (value as unknown[]).entries()) {
      const result = read(item);
      if (result.kind === "read") items.push(result.value);
      else if (!hasRows) {
        return {
          kind: "unreadable",
          problems: result.problems.map(({ path, message }) => ({ path: [i, ...path], message })),
        };
      }
    }
    return { kind: "read", value: items };
  };
}

const ENVELOPE = /*#__PURE__*/ z.looseObject({ c: z.int(), m: z.string().nullish() });

/** Reads a reply of the upload host: if `c` is 0 its payload is required, otherwise only `c` and `m`. */
function envelopeReader(payload: z.ZodType): Reader {
  const isFree = payload instanceof z.ZodUnknown;
  return (value) => {
    const head = readObject(fieldsOf(ENVELOPE), value, {});
    if (head.kind === "unreadable") return head;
    const envelope = head.value as { readonly c: number; readonly d?: unknown };
    if (envelope.c !== 0) return { kind: "read", value: withRaw({ ...envelope, d: null }, value) };
    if (isFree) return head;
    const result = readerOf(payload)(envelope.d);
    if (result.kind === "read") return { kind: "read", value: withRaw({ ...envelope, d: result.value }, value) };
    const problems = result.problems.map(({ path, message }) => ({ path: ["d", ...path], message }));
    return { kind: "unreadable", problems };
  };
}

function readScalar(schema: z.ZodType, value: unknown): ReadResult<unknown> {
  const read = schema.safeParse(value);
  if (read.success) return { kind: "read", value: read.data };
  const [issue] = read.error.issues;
  return {
    kind: "unreadable",
    problems: [{ path: (issue?.path ?? []) as (string | number)[], message: issue?.message ?? "unreadable" }],
  };
}

/** Decimal numbers as in JSON. */
const NUMBER = /^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

function numberOf(value: unknown): unknown {
  return typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
}

function booleanOf(value: unknown): unknown {
  if (value === "true") return true;
  return value === "false" ? false : value;
}

function withRaw(record: object, raw: unknown): object {
  return Object.defineProperty(record, "raw", { value: raw, enumerable: false });
}

function nameOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}

function unreadable(message: string): ReadResult<never> {
  return { kind: "unreadable", problems: [{ path: [], message }] };
}
