import * as z from "zod";
import { maybeText } from "../fields/reply-fields.ts";

/**
 * What the upload host answers with (spec 2.2), also where it refuses: then the HTTP status is 200 as well.
 *
 * @typeParam Payload What `d` holds where `c` is 0.
 */
export interface UploadEnvelope<Payload> {
  /** 0 on success; anything else is an error. */
  readonly c: number;
  /** Where `c` is 0, the payload. Otherwise the schema makes it null, as what it may be is not shown. */
  readonly d?: Payload | null | undefined;
  /** Ours: what went wrong, where `c` is not 0. */
  readonly m?: string | null | undefined;
}

/** Of an envelope around `payload`; where `c` is 0, `d` must be there unless the payload may be null. */
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

/** The schema of `d`, of the schema of an envelope; undefined for any other schema. */
export function payloadOf(schema: z.ZodType): z.ZodType | undefined {
  return payloads.get(schema);
}

/**
 * What the upload host answers with where it refuses.
 *
 * Ours: the specification shows none. With HTTP status 401 and 413 as well; `c` is then that status.
 */
export interface UploadRefusal {
  /** Not 0. */
  readonly c: number;
  readonly d?: null | undefined;
  /** What went wrong. */
  readonly m?: string | null | undefined;
}

/** Of a refusal of the upload host. */
export const uploadRefusalSchema: z.ZodType<UploadRefusal> = /*#__PURE__*/ z.looseObject({
  c: z.int(),
  d: z.null().optional(),
  m: maybeText,
});

/** Makes the body of a refusal of the upload host. */
export function makeUploadRefusal(c: number, message: string): UploadRefusal & { readonly m: string } {
  return { c, d: null, m: message };
}

function isRefusal(value: unknown): value is object {
  return typeof value === "object" && value !== null && "c" in value && typeof value.c === "number" && value.c !== 0;
}
