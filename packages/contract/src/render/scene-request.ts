import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import { requestId, usdContent } from "../fields/request-fields.ts";

/** A scene to render, offline or in a session (spec 2.7). */
export interface RenderSceneRequest extends Extensible {
  /**
   * Id of the request: 1 to 128 visible ASCII characters, the same with every retry. The client's default is random.
   */
  readonly requestId: string;
  /** Base64 of the UTF-8 bytes of USDA text. */
  readonly usdContent: string;
}

/** Schema of a scene to render. */
export const renderSceneRequestSchema: z.ZodType<RenderSceneRequest> = /*#__PURE__*/ z.strictObject({
  requestId,
  usdContent,
});
