/**
 * Fields shared by several replies. Replies are read tolerantly: an optional field may be missing,
 * and null means missing, as the service may write either.
 */
import * as z from "zod";
import { isWebUrl } from "./web-url.ts";

/** Optional text. */
export const maybeText: z.ZodOptional<z.ZodNullable<z.ZodString>> = /*#__PURE__*/ z.string().nullish();

/** An optional number. */
export const maybeNumber: z.ZodOptional<z.ZodNullable<z.ZodNumber>> = /*#__PURE__*/ z.number().nullish();

/** An id that the next step requires. Readers accept a number for it, of any size: see `parseReply`. */
export const id: z.ZodString = /*#__PURE__*/ z.string().min(1);

const anyId: z.ZodString = /*#__PURE__*/ z.string();

/** An optional id. */
export const maybeId: z.ZodOptional<z.ZodNullable<z.ZodString>> = /*#__PURE__*/ anyId.nullish();

/** Whether a schema is that of an id, which may be sent as a number. */
export function isIdSchema(schema: z.ZodType): boolean {
  return schema === id || schema === anyId;
}

/** The address of a host for further calls. */
export const hostUrl: z.ZodType<string> = /*#__PURE__*/ z
  .string()
  .refine(isWebUrl, { error: "expected a URL, https://… or http://…" });
