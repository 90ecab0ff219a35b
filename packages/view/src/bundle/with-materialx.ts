/** Gives bundles the reader of MaterialX documents, which packages for browsers leave out because of its size. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

const READER = new URL("materialx/read-document.ts", import.meta.resolve("@usdkit/usd"));

/** Returns the plugin. */
export function withMaterialX(): Plugin {
  return {
    name: "with-materialx",
    resolveId: (source) => (source === "#materialx" ? fileURLToPath(READER) : null),
  };
}
