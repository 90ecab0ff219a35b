/** Fields shared by several requests. Requests are validated strictly: a mistake is cheaper to find before sending. */
import * as z from "zod";
import { pathValueProblem } from "../endpoint/path-template.ts";
import { isBase64 } from "./base64.ts";
import { isWebUrl } from "./web-url.ts";

const DIGITS = /^(?:0|[1-9]\d{0,15})$/;

/** Non-empty text. */
export const filledText: z.ZodType<string> = /*#__PURE__*/ z
  .string()
  .min(1, { error: "expected text, found an empty one" });

/** An id in a path. */
export const pathValue: z.ZodType<string> = /*#__PURE__*/ z.string().check(({ value, issues }) => {
  const message = pathValueProblem(value);
  if (message !== undefined) issues.push({ code: "custom", message, input: value });
});

/** A scene: Base64 (standard alphabet, padded, without line breaks) of the UTF-8 bytes of USDA text (spec 2.8). */
export const usdContent: z.ZodType<string> = /*#__PURE__*/ z.string().check(({ value, issues }) => {
  if (value === "") issues.push({ code: "custom", message: "expected a scene, found an empty text", input: value });
  else if (!isBase64(value)) {
    const message = "expected Base64 of the standard alphabet with padding, without line breaks";
    issues.push({ code: "custom", message, input: value });
  }
});

/** An address that the service reads from: http or https. */
export const webUrl: z.ZodType<string> = /*#__PURE__*/ z.string().check(({ value, issues }) => {
  if (!isWebUrl(value)) issues.push({ code: "custom", message: "expected a URL, https://… or http://…", input: value });
});

/** An md5 sum: 32 lowercase hexadecimal digits. */
export const md5Sum: z.ZodType<string> = /*#__PURE__*/ z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: "expected an md5 sum of 32 lowercase hexadecimal digits" });

/** A header's value: printable ASCII, to prevent header injection. */
export const headerText: z.ZodType<string> = /*#__PURE__*/ z
  .string()
  .regex(/^[\x20-\x7e]+$/, { error: "expected printable ASCII characters" });

/**
 * A whole number in a query or a form, where it is sent as text: callers give the number, and receivers may give
 * its digits.
 */
export function numberInText(minimum: number): z.ZodType<number> {
  return z.preprocess(
    (value) => (typeof value === "string" && DIGITS.test(value) ? Number(value) : value),
    z.int({ error: "expected a whole number" }).min(minimum, { error: `expected at least ${minimum}` }),
  );
}
