/** The extension: starts the language server, and registers what only VS Code can do. */
import { join } from "node:path";
import { ALLOCATOR_SETTINGS } from "@usdkit/language-server/allocator-settings";
import { commands, window, workspace, type ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node.js";
import { registerBinaryLayers } from "./binary-layers.ts";
import { registerBrowserPreview } from "./preview/browser-preview.ts";
import { registerPreviews } from "./preview/preview-panels.ts";
import { registerRender } from "./render.ts";
import { registerRulePages } from "./rule-pages.ts";

let client: LanguageClient | undefined;

/** Called by VS Code when a scene is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const module = join(context.extensionPath, "dist", "server.mjs");
  const run = { module, transport: TransportKind.stdio, args: ["--stdio"], options: { env: ALLOCATOR_SETTINGS } };
  const started = new LanguageClient(
    "usda",
    "OpenUSD",
    { run, debug: run },
    {
      documentSelector: [{ language: "usda" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{usd,usda,usdc,usdz}") },
      // Called again when the server is started again.
      initializationOptions: () => ({
        commands: ["usda.renderCamera", "usda.showProblems"],
        trustConfig: trusted(),
        root: workspace.getConfiguration("usda").get<string>("root"),
      }),
    },
  );
  client = started;
  context.subscriptions.push(
    workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("usda.root")) await started.restart();
    }),
    commands.registerCommand("usda.showProblems", () => commands.executeCommand("workbench.actions.view.problems")),
    commands.registerCommand("usda.restartServer", async () => {
      await started.restart();
      window.setStatusBarMessage("The OpenUSD language server was restarted.", 3000);
    }),
  );
  registerBinaryLayers(context, started);
  registerRulePages(context, started);
  registerBrowserPreview(context, registerPreviews(context, started));
  registerRender(context);
  await started.start();
}

/** Returns the folders whose configurations may run although they are code; false without trust. */
function trusted(): readonly string[] | false {
  if (!workspace.isTrusted) return false;
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

/** Called by VS Code when it ends. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}
