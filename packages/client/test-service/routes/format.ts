/** The guide to the scene format: spec 4.3. It needs no key. */
import { textReply } from "../http/reply.ts";
import type { Behaviours } from "./behaviour.ts";

const GUIDE = "# Scenes\n\nA scene is OpenUSD text: it begins with `#usda 1.0`.\n";

export const formatBehaviours: Behaviours<"getRenderFormat"> = {
  getRenderFormat: { idField: [], answer: () => textReply(200, "text/markdown; charset=utf-8", GUIDE) },
};
