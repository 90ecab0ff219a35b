import * as z from "zod";
import type { Extensible } from "../fields/extensible.ts";
import type { RequestDoubt } from "../endpoint/endpoint.ts";
import { filledText, usdContent } from "../fields/request-fields.ts";
import { limits } from "../fields/limits.ts";

/** A scene to render, offline or in a session (spec 2.7). */
export interface RenderSceneRequest extends Extensible {
  /**
   * Id of the request: any text that is not empty, the same with every retry. The client's default is random.
   */
  readonly requestId: string;
  /** Base64 of the UTF-8 bytes of USDA text. */
  readonly usdContent: string;
}

/** Schema of a scene to render. */
export const renderSceneRequestSchema: z.ZodType<RenderSceneRequest> = /*#__PURE__*/ z.strictObject({
  requestId: filledText,
  usdContent,
});

/**
 * Returns a `requestId` that only some services support: the specification only requires that it exists.
 *
 * Ours: 1 to 128 visible ASCII characters.
 */
export function sceneDoubts({ requestId }: RenderSceneRequest): readonly RequestDoubt[] {
  const most = limits.requestIdLength;
  if (requestId.length <= most && /^[\x21-\x7e]+$/.test(requestId)) return [];
  const message = `expected 1 to ${most} visible ASCII characters (no spaces)`;
  return [{ path: ["body", "requestId"], message, isWarned: false }];
}
