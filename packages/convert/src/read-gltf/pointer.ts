/** Places in a glTF as JSON pointers (RFC 6901). */
import type { AssetError } from "@usdkit/assets";
import type * as z from "zod";
import { ConvertError } from "../errors/convert-error.ts";

/** Returns the pointer of a member: `pointer("/nodes", 3, "mesh")` is `/nodes/3/mesh`. */
export function pointer(start: string, ...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => `${path}/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    start,
  );
}

/**
 * Returns a part of the JSON with the types of a schema.
 *
 * @throws ConvertError with the place of the first value of another type
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [{ path, message }] = error.issues;
  throw new ConvertError(pointer(at, ...path.map((step) => (typeof step === "symbol" ? "" : step))), message);
}

/** Returns the error of a reader of assets as one of a conversion, with the pointer of its place. */
export function asConvertError(error: AssetError): ConvertError {
  const { where, offset, reason } = error;
  const at = where === undefined ? "" : pointerOfPlace(where);
  const byte = offset === undefined ? "" : `byte ${offset}: `;
  const sentence = reason
    .replace(/\.$/u, "")
    .replace(/^[a-z]+ /u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  return new ConvertError(at, byte + sentence, { cause: error });
}

/** `meshes[0].primitives[1]` is `/meshes/0/primitives/1`; parts of the container are no pointers. */
function pointerOfPlace(where: string): string {
  if (!/^[a-zA-Z]+(?:\[\d+\]|\.|$)/u.test(where) || where === "JSON" || where === "header") return "";
  return `/${where.replaceAll(/\[(\d+)\]/gu, "/$1").replaceAll(".", "/")}`;
}
