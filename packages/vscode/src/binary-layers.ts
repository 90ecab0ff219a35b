/** Crates and packages as text that cannot be changed. */
import {
  commands,
  Disposable,
  EventEmitter,
  RelativePattern,
  Uri,
  window,
  workspace,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type ExtensionContext,
  type TextDocument,
  type TextDocumentContentProvider,
} from "vscode";
import type { LanguageClient } from "vscode-languageclient/node.js";
import { describeLayer } from "./describe-layer.ts";

const SCHEME = "usda-text";

/** Returns the file of a document: of a binary layer as text, the layer; otherwise itself. */
export function fileOf(uri: Uri): Uri {
  return uri.scheme === SCHEME ? Uri.parse(uri.query) : uri;
}

/**
 * Returns the document of a layer in any encoding; of a binary one, its text.
 *
 * @throws {Error} if it cannot be read.
 */
export async function documentOf(uri: Uri): Promise<TextDocument> {
  if (/\.usd[cz]$/i.test(uri.path)) return await workspace.openTextDocument(textUri(uri));
  try {
    return await workspace.openTextDocument(uri);
  } catch (error) {
    // The editor rejects binary files, which `.usd` may be.
    if (!/\.usd$/i.test(uri.path)) throw error;
    return await workspace.openTextDocument(textUri(uri));
  }
}

/** The name ends in `.usda` so that the text is shown as such. */
function textUri(uri: Uri): Uri {
  return Uri.from({ scheme: SCHEME, path: `${uri.path}.usda`, query: uri.toString() });
}

export function registerBinaryLayers(context: ExtensionContext, client: LanguageClient): void {
  const provider = new LayerTexts(client);
  const open = async (uri: Uri): Promise<void> => {
    await window.showTextDocument(await workspace.openTextDocument(textUri(uri)), { preview: true });
  };

  const editor: CustomReadonlyEditorProvider = {
    openCustomDocument: (uri: Uri): CustomDocument => ({ uri, dispose(): void {} }),
    async resolveCustomEditor({ uri }: CustomDocument, panel): Promise<void> {
      await open(uri);
      panel.dispose();
    },
  };

  context.subscriptions.push(
    provider,
    workspace.registerTextDocumentContentProvider(SCHEME, provider),
    commands.registerCommand("usda.openAsText", async (uri?: Uri) => {
      const target = uri ?? window.activeTextEditor?.document.uri;
      if (target !== undefined) await open(fileOf(target));
    }),
    ...["usda.binary", "usda.layer"].map((viewType) => window.registerCustomEditorProvider(viewType, editor)),
  );
}

/** Texts of binary layers, which follow their files. */
class LayerTexts implements TextDocumentContentProvider, Disposable {
  readonly #client: LanguageClient;
  readonly #changes = new EventEmitter<Uri>();
  readonly #watchers = new Map<string, Disposable>();
  readonly #subscription: Disposable;
  readonly onDidChange = this.#changes.event;

  constructor(client: LanguageClient) {
    this.#client = client;
    this.#subscription = workspace.onDidCloseTextDocument(({ uri }) => {
      this.#watchers.get(uri.toString())?.dispose();
      this.#watchers.delete(uri.toString());
    });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    this.#watch(uri);
    const answer: unknown = await this.#client.sendRequest("usda/text", { uri: uri.query });
    return describeLayer(answer ?? {});
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
  }

  #watch(uri: Uri): void {
    if (this.#watchers.has(uri.toString())) return;
    this.#watchers.set(
      uri.toString(),
      watchFile(fileOf(uri), () => this.#changes.fire(uri)),
    );
  }
}

/** Calls `onChange` when a file has changed or was created, also outside of the workspace. */
export function watchFile(file: Uri, onChange: () => void): Disposable {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  // Names of files may have characters that are patterns.
  const pattern = name.replaceAll(/[*?{}[\]]/g, (character) => `[${character}]`);
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(file, ".."), pattern));
  return Disposable.from(watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange));
}
