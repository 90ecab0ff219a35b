/** Commands and requests beyond the protocol: a rule's page, and binary layers as text. */
import { printUsda } from "@usdkit/usda";
import { pageOf } from "../scene/rule-pages.ts";
import type { Feature } from "./feature.ts";

/** The answer to `usda/text`: both if a file is damaged; the text then has what could be read. */
interface LayerText {
  readonly text?: string;
  readonly problem?: string;
}

const EXPLAIN = "usda.explainRule";

export const commands: Feature = {
  capabilities: { executeCommandProvider: { commands: [EXPLAIN] } },
  register(session) {
    session.connection.onExecuteCommand(async ({ command, arguments: [id] = [] }): Promise<string | null> => {
      if (command !== EXPLAIN || typeof id !== "string") return null;
      return (await pageOf(id)) ?? null;
    });

    // Editors show it as a document that cannot be changed: `.usdc`, `.usdz`, and any other layer.
    session.connection.onRequest("usda/text", async (params: unknown): Promise<LayerText> => {
      const uri = typeof params === "object" && params !== null && "uri" in params ? params.uri : undefined;
      if (typeof uri !== "string") return { problem: "Expected the URI of a layer." };
      try {
        const file = await session.layer(uri);
        if (file === undefined) return { problem: "The file does not exist, is too large, or may not be read." };
        const text = printUsda(file.layer);
        return file.problem === undefined ? { text } : { text, problem: `The file is damaged: ${file.problem}` };
      } catch (error) {
        session.logError("Binary layer", error);
        return {
          problem: `The layer cannot be shown as text: ${error instanceof Error ? error.message : String(error)}`,
        };
      }
    });
  },
};
