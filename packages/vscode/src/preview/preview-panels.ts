/** The commands of previews, and the panels that are open. */
import { isAbsolute, relative } from "node:path";
import {
  commands,
  ConfigurationTarget,
  type Disposable,
  Uri,
  ViewColumn,
  window,
  workspace,
  type ExtensionContext,
  type WebviewPanel,
  type WebviewPanelSerializer,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node.js";
import { PreviewPanel, previewFolder, type PanelServices } from "./preview-panel.ts";
import { readState } from "./read-message.ts";

const VIEW_TYPE = "usda.preview";

/** Registers commands and panels. Returns the file of the active preview, undefined if there is none. */
export function registerPreviews(context: ExtensionContext, client: LanguageClient): () => Uri | undefined {
  const panels = new PreviewPanels(context.extensionUri, client);
  context.subscriptions.push(
    panels,
    window.registerWebviewPanelSerializer(VIEW_TYPE, panels),
    commands.registerCommand("usda.openPreviewToSide", (given?: Uri) => panels.open(given, ViewColumn.Beside)),
    commands.registerCommand("usda.showPreview", (given?: Uri) => panels.open(given, ViewColumn.Active)),
    commands.registerCommand("usda.togglePreviewLock", () => panels.active?.toggleLock()),
    commands.registerCommand("usda.showPreviewSource", () => panels.active?.showSource()),
    commands.registerCommand("usda.revealInPreview", () => panels.revealCursor()),
    commands.registerCommand("usda.chooseAssets", () => chooseAssets(panels.active?.file)),
  );
  return () => panels.active?.file;
}

/** The open panels. One that is not locked shows the scene of the active editor. */
class PreviewPanels implements WebviewPanelSerializer, Disposable {
  readonly #services: PanelServices;
  readonly #panels = new Set<PreviewPanel>();
  readonly #subscription: Disposable;

  constructor(extensionUri: Uri, client: LanguageClient) {
    this.#services = { extensionUri, client, onClose: (panel) => this.#panels.delete(panel) };
    this.#subscription = window.onDidChangeActiveTextEditor((editor) => {
      if (editor?.document.languageId !== "usda") return;
      for (const panel of this.#panels) {
        if (panel.follows(editor.document.uri)) void panel.show(editor.document.uri);
      }
    });
  }

  get active(): PreviewPanel | undefined {
    return [...this.#panels].find(({ isActive }) => isActive);
  }

  /** Shows a file, by default that of the active editor, in the panel that has it or follows the editor, otherwise in a new one. */
  open(given: Uri | undefined, viewColumn: ViewColumn): PreviewPanel | undefined {
    const uri = given ?? window.activeTextEditor?.document.uri;
    if (uri === undefined) {
      void window.showInformationMessage("Open a scene first: the preview shows the scene of an editor.");
      return undefined;
    }
    const panels = [...this.#panels];
    const known = panels.find((panel) => panel.shows(uri)) ?? panels.find(({ isLocked }) => !isLocked);
    if (known !== undefined) {
      if (!known.shows(uri)) void known.show(uri);
      known.bringToFront();
      return known;
    }
    const panel = window.createWebviewPanel(
      VIEW_TYPE,
      "Preview",
      { viewColumn, preserveFocus: viewColumn === ViewColumn.Beside },
      // The assets of a scene would have to be decoded again each time that the panel becomes visible.
      { ...this.#options(), retainContextWhenHidden: true },
    );
    return this.#add(panel, uri, false);
  }

  /** Frames the prim at the cursor. */
  async revealCursor(): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor !== undefined) await this.open(editor.document.uri, ViewColumn.Beside)?.frame(editor);
  }

  /** The editor was restarted. */
  deserializeWebviewPanel(panel: WebviewPanel, saved: unknown): Promise<void> {
    const state = readState(saved);
    if (state === undefined) panel.dispose();
    else {
      panel.webview.options = this.#options();
      this.#add(panel, Uri.parse(state.uri), state.isLocked);
    }
    return Promise.resolve();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #add(panel: WebviewPanel, uri: Uri, isLocked: boolean): PreviewPanel {
    const added = new PreviewPanel(panel, this.#services, { uri, isLocked });
    this.#panels.add(added);
    return added;
  }

  #options(): { readonly enableScripts: boolean; readonly localResourceRoots: readonly Uri[] } {
    return { enableScripts: true, localResourceRoots: [previewFolder(this.#services.extensionUri)] };
  }
}

/** Sets the folder of the meshes' files, for the workspace if there is one. */
async function chooseAssets(file: Uri | undefined): Promise<void> {
  const folder = file === undefined ? workspace.workspaceFolders?.[0] : workspace.getWorkspaceFolder(file);
  const chosen = await window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: "Use This Folder",
    title: "The folder with the files of meshes: <mesh id>.glb, .ply or .spz",
    ...(folder === undefined ? {} : { defaultUri: folder.uri }),
  });
  const place = chosen?.[0]?.fsPath;
  if (place === undefined) return;
  const path = folder === undefined ? place : relative(folder.uri.fsPath, place);
  const isInside = folder !== undefined && path !== "" && !path.startsWith("..") && !isAbsolute(path);
  const target = workspace.workspaceFolders === undefined ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
  await workspace.getConfiguration("usda", file).update("assets", isInside ? path : place, target);
}
