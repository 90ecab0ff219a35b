/** The guide to the scene format: spec 4.3. It needs no key. */
import { textReply } from "../http/reply.ts";
import type { Route } from "./route.ts";

const GUIDE = "# Scenes\n\nA scene is OpenUSD text: it begins with `#usda 1.0`.\n";

export const formatRoutes: readonly Route[] = [
  {
    id: "renderFormat",
    host: "gateway",
    method: "GET",
    path: "/global/rendercloud/v1/openusd-format",
    access: "open",
    idField: [],
    answer: () => textReply(200, "text/markdown; charset=utf-8", GUIDE),
  },
];
