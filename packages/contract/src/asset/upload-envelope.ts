import * as z from "zod";
import { maybeText } from "../fields/reply-fields.ts";

/**
 * The reply of the upload host (spec 2.2), for errors too: their HTTP status is 200 as well.
 *
 * @typeParam Payload The type of `d` if `c` is 0.
 */
export interface UploadEnvelope<Payload> {
  /** 0 on success; anything else is an error. */
  readonly c: number;
  /** The payload if `c` is 0. Otherwise the schema sets it to null, as its content is undocumented. */
  readonly d?: Payload | null | undefined;
  /** Ours: the error message, if `c` is not 0. */
  readonly m?: string | null | undefined;
}

/** Returns the schema of an envelope around `payload`; if `c` is 0, `d` is required unless the payload may be null. */
export function uploadEnvelopeSchema<Payload>(payload: z.ZodType<Payload>): z.ZodType<UploadEnvelope<Payload>> {
  const schema = z.preprocess(
    (value) => (isRefusal(value) ? { ...value, d: null } : value),
    z.looseObject({ c: z.int(), d: payload.nullish(), m: maybeText }).check(({ value: { c, d }, issues }) => {
      if (c !== 0 || (d ?? undefined) !== undefined || payload.safeParse(null).success) return;
      issues.push({ code: "custom", path: ["d"], message: "expected an object, as c is 0", input: d });
    }),
  );
  payloads.set(schema, payload);
  return schema;
}

const payloads = /*#__PURE__*/ new WeakMap<z.ZodType, z.ZodType>();

/** Returns the schema of `d` in the schema of an envelope; undefined for any other schema. */
export function payloadOf(schema: z.ZodType): z.ZodType | undefined {
  return payloads.get(schema);
}

/**
 * An error reply of the upload host.
 *
 * Ours: the specification shows none. HTTP status 401 and 413 have it too; `c` is then that status.
 */
export interface UploadRefusal {
  /** Not 0. */
  readonly c: number;
  readonly d?: null | undefined;
  /** The error message. */
  readonly m?: string | null | undefined;
}

/** Schema of an error reply of the upload host. */
export const uploadRefusalSchema: z.ZodType<UploadRefusal> = /*#__PURE__*/ z.looseObject({
  c: z.int(),
  d: z.null().optional(),
  m: maybeText,
});

/** Makes the body of an error reply of the upload host. */
export function makeUploadRefusal(c: number, message: string): UploadRefusal & { readonly m: string } {
  return { c, d: null, m: message };
}

function isRefusal(value: unknown): value is object {
  return typeof value === "object" && value !== null && "c" in value && typeof value.c === "number" && value.c !== 0;
}
