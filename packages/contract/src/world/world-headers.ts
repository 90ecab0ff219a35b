import * as z from "zod";
import { headerText } from "../fields/request-fields.ts";

/** The headers of a request that begins a world. */
export interface WorldHeaders {
  /** Where the request comes from. */
  readonly "x-source"?: string | undefined;
}

/** Of the headers of a request that begins a world. */
export const worldHeadersSchema: z.ZodType<WorldHeaders> = /*#__PURE__*/ z.strictObject({
  "x-source": headerText.optional(),
});
