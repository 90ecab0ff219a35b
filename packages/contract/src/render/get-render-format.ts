import * as z from "zod";
import type { Endpoint, NoRequest } from "../endpoint/endpoint.ts";

/** Returns the service's own description of the supported scenes, for reading. No key is required. */
export const getRenderFormat: Endpoint<NoRequest, string> = {
  id: "renderFormat",
  summary: "Get the guide to the scene format",
  source: "spec 4.3",
  method: "GET",
  host: "gateway",
  path: "/global/rendercloud/v1/openusd-format",
  access: "open",
  repetition: "safe",
  request: {},
  replies: {
    200: { description: "The guide", content: "text/markdown", schema: /*#__PURE__*/ z.string() },
  },
  errors: [],
};
