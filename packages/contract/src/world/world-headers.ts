import * as z from "zod";
import { headerText } from "../fields/request-fields.ts";

/** The headers of a request that creates a world. */
export interface WorldHeaders {
  /** The origin of the request. */
  readonly "x-source"?: string | undefined;
}

/** Schema of the headers of a request that creates a world. */
export const worldHeadersSchema: z.ZodType<WorldHeaders> = /*#__PURE__*/ z.strictObject({
  "x-source": headerText.optional(),
});
