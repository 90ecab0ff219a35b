/** The number of findings above the layer, and "Render this camera" above cameras. */
import type { CodeLens } from "vscode-languageserver-types";
import type { PrimSpec } from "@usdkit/layer";
import type { Severity } from "@usdkit/validate";
import type { DocumentState } from "../document/document-state.ts";
import { onDocument, type Feature } from "./feature.ts";

/** Of the client: the server cannot show pictures. */
const RENDER_COMMAND = "usda.renderCamera";
const PROBLEMS_COMMAND = "usda.showProblems";
const MAX_LENSES = 200;
const MAX_PRIMS = 20_000;

export const codeLenses: Feature = {
  capabilities: { codeLensProvider: {} },
  register(session) {
    session.connection.onCodeLens(
      onDocument(session, null, async (document) => {
        const settings = await session.settings(document.uri);
        const lenses: CodeLens[] = [];
        if (!settings.isIgnored) {
          const title = countText(document.check(settings).severities);
          const command = session.traits.commands.has(PROBLEMS_COMMAND) ? PROBLEMS_COMMAND : "";
          lenses.push({ range: lineRange(0), command: { title, command, arguments: [document.uri] } });
        }
        if (session.traits.commands.has(RENDER_COMMAND)) lenses.push(...cameraLenses(document));
        return lenses;
      }),
    );
  },
};

function cameraLenses({ uri, text, layer }: DocumentState): CodeLens[] {
  const lenses: CodeLens[] = [];
  const waiting: PrimSpec[] = [...layer.root.children];
  for (let left = MAX_PRIMS; left > 0 && lenses.length < MAX_LENSES; left--) {
    const prim = waiting.pop();
    if (prim === undefined) break;
    if (prim.typeName === "Camera" && prim.specifier === "def" && prim.nameRange !== undefined) {
      const { line } = text.positionAt(prim.nameRange.start);
      const command = { title: "Render this camera", command: RENDER_COMMAND, arguments: [uri, prim.path] };
      lenses.push({ range: lineRange(line), command });
    }
    for (const child of prim.children) waiting.push(child);
  }
  return lenses;
}

function lineRange(line: number): CodeLens["range"] {
  return { start: { line, character: 0 }, end: { line, character: 0 } };
}

function countText(severities: Readonly<Record<Severity, number>>): string {
  const counts = (["error", "warning", "info"] as const).map((severity) => {
    const count = severities[severity];
    return count === 0 ? "" : `${count} ${severity}${count === 1 ? "" : "s"}`;
  });
  return counts.filter((text) => text !== "").join(", ") || "No problems found";
}
