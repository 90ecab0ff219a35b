/** Crates and packages as text that cannot be changed. */
import {
  commands,
  Uri,
  window,
  workspace,
  type CustomDocument,
  type ExtensionContext,
  type TextDocumentContentProvider,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node.js";

const SCHEME = "usda-text";

export function registerBinaryLayers(context: ExtensionContext, client: LanguageClient): void {
  const provider: TextDocumentContentProvider = {
    async provideTextDocumentContent(uri: Uri): Promise<string> {
      const answer: unknown = await client.sendRequest("usda/text", { uri: uri.query });
      const { text, problem } = (answer ?? {}) as { text?: unknown; problem?: unknown };
      if (typeof text === "string") return text;
      return `#usda 1.0\n# ${(typeof problem === "string" ? problem : "The layer cannot be shown.").replaceAll(/[\r\n]/g, " ")}\n`;
    },
  };

  const open = async (uri: Uri): Promise<void> => {
    // The name ends in `.usda` so that the text is shown as such.
    const name = `${uri.path}.usda`;
    const document = await workspace.openTextDocument(Uri.from({ scheme: SCHEME, path: name, query: uri.toString() }));
    await window.showTextDocument(document, { preview: true });
  };

  context.subscriptions.push(
    workspace.registerTextDocumentContentProvider(SCHEME, provider),
    commands.registerCommand("usda.openAsText", async (uri?: Uri) => {
      const target = uri ?? window.activeTextEditor?.document.uri;
      if (target !== undefined) await open(target);
    }),
    window.registerCustomEditorProvider("usda.binary", {
      openCustomDocument: (uri: Uri): CustomDocument => ({ uri, dispose(): void {} }),
      async resolveCustomEditor({ uri }: CustomDocument, panel): Promise<void> {
        await open(uri);
        panel.dispose();
      },
    }),
  );
}
