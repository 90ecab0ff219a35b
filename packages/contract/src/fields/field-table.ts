import * as z from "zod";
import { webUrl } from "./request-fields.ts";

/** One field of a request, for programs that build requests. */
export interface RequestField {
  readonly name: string;
  /** `url` is an address that the service reads from; `other` is a list or an object. */
  readonly kind: "text" | "url" | "number" | "boolean" | "texts" | "other";
  /** The allowed values. */
  readonly choices?: readonly string[];
  readonly isRequired: boolean;
}

/**
 * Returns the fields of a part of a request, in the order of its schema.
 *
 * @param schema The schema of the part: `generateWorld.request.body`.
 */
export function requestFields(schema: z.ZodType): readonly RequestField[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, field]) => {
    const isRequired = !(field instanceof z.ZodOptional);
    const inner = isRequired ? field : (field.unwrap() as z.ZodType);
    const choices = inner instanceof z.ZodEnum ? { choices: inner.options.map(String) } : {};
    return { name, kind: kindOf(inner), isRequired, ...choices };
  });
}

function kindOf(schema: z.ZodType): RequestField["kind"] {
  if (schema === webUrl) return "url";
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return "text";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodNumber) return "number";
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodString) return "texts";
  return "other";
}

/**
 * Returns the fields of an object that a part of a request defines, including `extra`: the part of options and
 * arguments that belongs to the request.
 */
export function pickFields<Part extends object>(schema: z.ZodType<Part>, from: object): Partial<Part> {
  const names = [...requestFields(schema).map(({ name }) => name), "extra"];
  const picked = names.flatMap((name) => {
    const value: unknown = Reflect.get(from, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  // The types of the fields are those of the options.
  return Object.fromEntries(picked) as Partial<Part>;
}
