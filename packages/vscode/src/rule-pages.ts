/** Pages of rules, as Markdown previews. */
import { commands, languages, Uri, window, workspace, type ExtensionContext } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node.js";

const SCHEME = "usda-rule";

export function registerRulePages(context: ExtensionContext, client: LanguageClient): void {
  context.subscriptions.push(
    workspace.registerTextDocumentContentProvider(SCHEME, {
      async provideTextDocumentContent(uri: Uri): Promise<string> {
        const id = uri.path.replace(/\.md$/, "");
        const page: unknown = await client.sendRequest("workspace/executeCommand", {
          command: "usda.explainRule",
          arguments: [id],
        });
        return typeof page === "string" ? page : `# ${id}\n\nThere is no rule of this name.\n`;
      },
    }),
    commands.registerCommand("usda.showRule", async (given?: unknown) => {
      const id = typeof given === "string" ? given : await chooseRule();
      if (id === undefined) return;
      await commands.executeCommand("markdown.showPreview", Uri.from({ scheme: SCHEME, path: `${id}.md` }));
    }),
  );
}

/** Rules with findings in the active document. */
async function chooseRule(): Promise<string | undefined> {
  const uri = window.activeTextEditor?.document.uri;
  const found = uri === undefined ? [] : languages.getDiagnostics(uri);
  const ids = new Set(
    found.flatMap(({ source, code }) => (source === "usda-lint" && typeof code === "string" ? [code] : [])),
  );
  if (ids.size === 0) {
    return window.showInputBox({ prompt: "The id of a rule", placeHolder: "resolution-limit" });
  }
  return window.showQuickPick([...ids].toSorted(), { placeHolder: "A rule that found something here" });
}
