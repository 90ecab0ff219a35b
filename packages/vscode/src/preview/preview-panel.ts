/** A panel of the editor with the image of a document. */
import { randomBytes } from "node:crypto";
import {
  Disposable,
  Range,
  TextEditorRevealType,
  Uri,
  ViewColumn,
  window,
  workspace,
  type TextDocument,
  type TextEditor,
  type WebviewPanel,
} from "vscode";
import type { PreviewState } from "@usdkit/view/preview-messages";
import type { LanguageClient } from "vscode-languageclient/node.js";
import { documentOf, fileOf, watchFile } from "../binary-layers.ts";
import { PreviewAssets } from "./preview-assets.ts";
import { PreviewLayers } from "./preview-layers.ts";
import { previewHtml } from "./preview-html.ts";
import { PreviewSession } from "./preview-session.ts";
import { readMessage } from "./read-message.ts";

/** What panels share. */
export interface PanelServices {
  readonly extensionUri: Uri;
  readonly client: LanguageClient;
  readonly onClose: (panel: PreviewPanel) => void;
}

/** The answer of the language server to `usda/primRange`. */
interface PrimRange {
  readonly selectionRange: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
}

/** Returns the folder of the page's files. */
export function previewFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, "dist", "preview");
}

/** Follows a document and its cursor. */
export class PreviewPanel {
  readonly #panel: WebviewPanel;
  readonly #services: PanelServices;
  readonly #session: PreviewSession;
  readonly #subscriptions: Disposable;
  #uri: Uri;
  #isLocked: boolean;
  #document: TextDocument | undefined;
  /** Of the shown file. */
  #fileSubscriptions: Disposable | undefined;
  #assets: PreviewAssets | undefined;
  #layers: PreviewLayers | undefined;
  #opening: Promise<void> = Promise.resolve();
  /** The file that a click in the panel has opened: the panel goes on to show its own. */
  #openedHere: string | undefined;
  /** Counts shown documents: only the last one is opened. */
  #shown = 0;
  #isAsking = false;
  #isAskedAgain = false;

  constructor(
    panel: WebviewPanel,
    services: PanelServices,
    { uri, isLocked }: { readonly uri: Uri; readonly isLocked: boolean },
  ) {
    this.#panel = panel;
    this.#services = services;
    this.#uri = uri;
    this.#isLocked = isLocked;
    this.#session = new PreviewSession({
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of the panel, which is not a window
      post: (message) => void panel.webview.postMessage(message),
      readAsset: async (meshId) => {
        if (this.#assets === undefined) throw new Error("no document is shown");
        return await this.#assets.read(meshId);
      },
      readLayer: async (location, version) => {
        if (this.#layers === undefined) throw new Error("no document is shown");
        return await this.#layers.read(location, version);
      },
      onPick: (path) => void this.#reveal(path),
      onPlace: (location, line) => void this.#showPlace(location, line),
    });
    this.#subscriptions = Disposable.from(
      panel.webview.onDidReceiveMessage((received: unknown) => {
        const message = readMessage(received);
        if (message !== undefined) this.#session.receive(message);
      }),
      panel.onDidDispose(() => this.#dispose()),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // Without changes it is saved, or has become dirty.
        if (document === this.#document && contentChanges.length > 0) this.#session.change();
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (document === this.#document) void this.#open();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => void this.#follow(textEditor)),
    );
    const folder = previewFolder(services.extensionUri);
    const { webview } = panel;
    webview.html = previewHtml({
      cspSource: webview.cspSource,
      urlOf: (name) => webview.asWebviewUri(Uri.joinPath(folder, name)).toString(),
      nonce: randomBytes(16).toString("base64url"),
    });
    void this.show(uri);
  }

  /** The shown file: of a binary layer that is opened as text, the layer. */
  get file(): Uri {
    return fileOf(this.#uri);
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  /** Brings the panel to the front of its column. */
  bringToFront(): void {
    this.#panel.reveal(undefined, true);
  }

  /** Returns whether the panel shows a file, or its text. */
  shows(uri: Uri): boolean {
    return fileOf(uri).toString() === this.file.toString();
  }

  /** Returns whether the panel is to show a file whose editor becomes active: not if a click in the panel has opened it. */
  follows(uri: Uri): boolean {
    if (uri.toString() === this.#openedHere) return false;
    this.#openedHere = undefined;
    return !this.#isLocked && !this.shows(uri);
  }

  /** Shows another file. */
  async show(uri: Uri): Promise<void> {
    this.#uri = uri;
    this.#document = undefined;
    this.#showTitle();
    const { file } = this;
    this.#fileSubscriptions?.dispose();
    this.#assets = new PreviewAssets(file, () => this.#session.forgetAssets());
    this.#layers = new PreviewLayers(file, () => this.#session.filesChanged());
    this.#fileSubscriptions = Disposable.from(this.#assets, this.#layers, this.#watch(file));
    this.#opening = this.#open();
    await this.#opening;
  }

  toggleLock(): void {
    this.#isLocked = !this.#isLocked;
    this.#showTitle();
    this.#session.setState(this.#state());
  }

  /** Shows the prim at the cursor as large as the panel, once the panel has the document. */
  async frame(editor: TextEditor): Promise<void> {
    await this.#opening;
    this.#session.frame((await this.#primAt(editor)) ?? null);
  }

  /** Shows the text of the image in an editor. */
  async showSource(): Promise<TextEditor> {
    const document = this.#document ?? (await documentOf(this.#uri));
    const open = window.visibleTextEditors.find((editor) => editor.document === document);
    const free = this.#panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One;
    return await window.showTextDocument(document, { viewColumn: open?.viewColumn ?? free, preserveFocus: true });
  }

  #state(): PreviewState {
    return { uri: this.#uri.toString(), isLocked: this.#isLocked, file: this.#layers?.root };
  }

  /** Shows the document again that was closed, or that may be another one now. */
  async #open(): Promise<void> {
    const count = ++this.#shown;
    const isOther = this.#document === undefined;
    try {
      const document = await documentOf(this.#uri);
      if (count !== this.#shown) return;
      this.#document = document;
      this.#session.report(null);
      if (isOther) {
        this.#session.show(this.#state(), () => this.#document?.getText() ?? "");
      } else this.#session.change();
      const editor = window.visibleTextEditors.find((each) => each.document === document);
      if (editor !== undefined) void this.#follow(editor);
    } catch (error) {
      if (count !== this.#shown) return;
      this.#session.report(error instanceof Error ? error.message : String(error));
    }
  }

  /** A document that no editor shows does not follow its file. */
  #watch(file: Uri): Disposable {
    if (file.scheme === "untitled") return new Disposable(() => undefined);
    return watchFile(file, () => {
      if (this.#document === undefined || this.#document.isClosed) void this.#open();
    });
  }

  /** Selects the prim at the cursor of the document. One request at a time: the cursor may move fast. */
  async #follow(editor: TextEditor): Promise<void> {
    if (editor.document !== this.#document) return;
    if (this.#isAsking) {
      this.#isAskedAgain = true;
      return;
    }
    this.#isAsking = true;
    try {
      do {
        this.#isAskedAgain = false;
        const path = await this.#primAt(editor);
        if (editor.document === this.#document && path !== undefined) this.#session.select(path);
      } while (this.#isAskedAgain);
    } finally {
      this.#isAsking = false;
    }
  }

  /** Returns the path of the prim at the cursor, null if there is none; undefined if the server cannot be asked. */
  async #primAt({ document, selection }: TextEditor): Promise<string | null | undefined> {
    const answer = await this.#ask("usda/primAt", document, { position: selection.active });
    if (answer === undefined) return undefined;
    const { path } = (answer ?? {}) as { readonly path?: unknown };
    return typeof path === "string" ? path : null;
  }

  /** Shows a line of a layer that the stage has; a page may name no other file. */
  async #showPlace(location: string, line: number): Promise<void> {
    if (this.#layers?.has(location) !== true) return;
    const at = Math.max(0, line - 1);
    const document = await documentOf(Uri.file(location));
    this.#openedHere = document.uri.toString();
    await window.showTextDocument(document, {
      viewColumn: this.#panel.viewColumn === ViewColumn.One ? ViewColumn.Beside : ViewColumn.One,
      selection: new Range(at, 0, at, 0),
    });
  }

  /** Selects a prim in the text. */
  async #reveal(path: string | null): Promise<void> {
    if (path === null) return;
    const editor = await this.showSource();
    const answer = (await this.#ask("usda/primRange", editor.document, { path })) as PrimRange | null | undefined;
    if (answer === undefined || answer === null) return;
    const { start, end } = answer.selectionRange;
    const range = new Range(start.line, start.character, end.line, end.character);
    await window.showTextDocument(editor.document, {
      viewColumn: editor.viewColumn ?? ViewColumn.One,
      preserveFocus: true,
      selection: range,
    });
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  }

  async #ask(method: string, { uri }: TextDocument, params: object): Promise<unknown> {
    const { client } = this.#services;
    try {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(uri) };
      return await client.sendRequest(method, { textDocument, ...params });
    } catch {
      // The client has reported it.
      return undefined;
    }
  }

  #showTitle(): void {
    const { path } = this.file;
    const name = path.slice(path.lastIndexOf("/") + 1);
    this.#panel.title = this.#isLocked ? `[Preview] ${name}` : `Preview ${name}`;
  }

  #dispose(): void {
    this.#shown++;
    this.#subscriptions.dispose();
    this.#fileSubscriptions?.dispose();
    this.#services.onClose(this);
  }
}
