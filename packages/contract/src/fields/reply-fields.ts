/**
 * Fields that several replies have. What is read is taken tolerantly: a field that a reader can do without may be missing,
 * and null means missing, as the service is free to write either.
 */
import * as z from "zod";
import { isWebUrl } from "./web-url.ts";

/** Text that a reader can do without. */
export const maybeText: z.ZodOptional<z.ZodNullable<z.ZodString>> = /*#__PURE__*/ z.string().nullish();

/** A number that a reader can do without. */
export const maybeNumber: z.ZodOptional<z.ZodNullable<z.ZodNumber>> = /*#__PURE__*/ z.number().nullish();

/** An id that the next step needs. Readers accept a number for it. */
export const id: z.ZodString = /*#__PURE__*/ z.string().min(1);

const anyId: z.ZodString = /*#__PURE__*/ z.string();

/** An id that a reader can do without. */
export const maybeId: z.ZodOptional<z.ZodNullable<z.ZodString>> = /*#__PURE__*/ anyId.nullish();

/** Whether a schema is that of an id, which may come as a number. */
export function isIdSchema(schema: z.ZodType): boolean {
  return schema === id || schema === anyId;
}

/** The address of a host that is called. */
export const hostUrl: z.ZodType<string> = /*#__PURE__*/ z
  .string()
  .refine(isWebUrl, { error: "expected a URL, https://… or http://…" });
