/** The state that features share: the connection, the open documents, and layers of other files. */
import type { Layer } from "@usdkit/layer";
import type { Connection } from "vscode-languageserver";
import type { Composition } from "../host/composition.ts";
import type { DocumentSettings, Host } from "../host/host.ts";
import { fileOf } from "../protocol/uris.ts";
import { ChangeOrder } from "./change-order.ts";
import type { ContentChange, DocumentState } from "./document-state.ts";
import { OpenBases } from "./open-bases.ts";
import { SourceText } from "./source-text.ts";

/** Files that are not open are read up to this size. */
const MAX_FILE_BYTES = 16 * 1024 ** 2;
/** Layers of files that are not open, kept between requests. */
const MAX_KEPT_LAYERS = 16;

/** The layer of a file; `text` only if the file is text. */
export interface FileLayer {
  readonly uri: string;
  readonly layer: Layer;
  readonly text: SourceText | undefined;
  /** The first fault of a file that is damaged; its layer has what could be read. */
  readonly problem?: string | undefined;
}

/** Capabilities of the client that features depend on. */
export interface ClientTraits {
  readonly hasSnippets: boolean;
  readonly hasLinks: boolean;
  readonly canWatchFiles: boolean;
  /** Watches files below a folder of its own choice (`RelativePattern`), also outside of the workspace. */
  readonly hasRelativePatterns: boolean;
  /** Commands of its own, which code lenses may call: `initializationOptions.commands`. */
  readonly commands: ReadonlySet<string>;
}

type DocumentListener = (document: DocumentState) => void;

export class Session {
  readonly connection: Connection;
  readonly host: Host;
  readonly composition: Composition;
  /** URI of the root layer that the user has set. */
  root: string | undefined;
  /** URIs of the workspace's folders. */
  folders: readonly string[] = [];
  traits: ClientTraits = {
    hasSnippets: false,
    hasLinks: false,
    canWatchFiles: false,
    hasRelativePatterns: false,
    commands: new Set(),
  };
  readonly #documents = new Map<string, DocumentState>();
  readonly #orders = new Map<string, ChangeOrder>();
  readonly #settings = new Map<string, Promise<DocumentSettings>>();
  readonly #bases = new OpenBases(this.#documents);
  readonly #layers = new Map<string, { readonly version: string; readonly file: FileLayer }>();
  readonly #listeners: DocumentListener[] = [];
  readonly #closeListeners: ((uri: string) => void)[] = [];
  readonly #fileListeners: (() => void)[] = [];
  readonly #settingsListeners: ((settings: DocumentSettings) => void)[] = [];
  /** URIs of the files that settings were read from. */
  readonly watchedFiles: Set<string> = new Set();

  constructor(connection: Connection, host: Host, composition: Composition) {
    this.connection = connection;
    this.host = host;
    this.composition = composition;
  }

  /** The open document; undefined if it is not open. */
  document(uri: string): DocumentState | undefined {
    return this.#documents.get(uri);
  }

  get documents(): Iterable<DocumentState> {
    return this.#documents.values();
  }

  /** Calls `listener` whenever a document was opened or changed, or must be checked again. */
  onChange(listener: DocumentListener): void {
    this.#listeners.push(listener);
  }

  onClose(listener: (uri: string) => void): void {
    this.#closeListeners.push(listener);
  }

  /** Calls `listener` whenever files of layers changed on disk. */
  onFiles(listener: () => void): void {
    this.#fileListeners.push(listener);
  }

  /** Calls `listener` whenever settings were read. */
  onSettings(listener: (settings: DocumentSettings) => void): void {
    this.#settingsListeners.push(listener);
  }

  open(document: DocumentState): void {
    this.#documents.set(document.uri, document);
    this.#orders.set(document.uri, new ChangeOrder());
    this.#notify(document);
  }

  /** Applies changes. Returns the problem if they cannot be applied; the document then stays as it was. */
  change(uri: string, version: number, changes: readonly ContentChange[]): string | undefined {
    const document = this.#documents.get(uri);
    if (document === undefined) return "The document is not open.";
    const changed = this.#orders.get(uri)?.apply(document, version, changes);
    if (changed === undefined) {
      return `Version ${version} came after version ${document.version}. Close the document and open it again.`;
    }
    this.#documents.set(uri, changed);
    this.#notify(changed);
    return undefined;
  }

  close(uri: string): void {
    this.#documents.delete(uri);
    this.#orders.delete(uri);
    this.#settings.delete(uri);
    this.#bases.forget(uri);
    this.composition.changed();
    for (const listener of this.#closeListeners) listener(uri);
    this.#closeBase(uri);
  }

  /**
   * Returns the root layer of the stage that a document is shown on: the one that the user has set, if the document is in its layer
   * stack; otherwise the document itself.
   */
  async rootOf(uri: string): Promise<string> {
    const { root } = this;
    if (root === undefined) return uri;
    const layers = await this.composition.layerStack(root);
    return layers.some((layer) => fileOf(layer) === fileOf(uri)) ? root : uri;
  }

  #notify(document: DocumentState): void {
    this.composition.changed();
    for (const listener of this.#listeners) listener(document);
    for (const patch of this.#bases.patchesOf(document.uri)) this.#notifyPatch(patch);
  }

  #notifyPatch(uri: string): void {
    const patch = this.#documents.get(uri);
    if (patch === undefined) return;
    for (const listener of this.#listeners) listener(patch);
  }

  /** The file of a base counts again; it may have been saved since it was read. */
  #closeBase(uri: string): void {
    const patches = this.#bases.patchesOf(uri);
    if (patches.length === 0) return;
    this.host.forgetSettings();
    for (const patch of patches) this.#settings.delete(patch);
    for (const patch of patches) this.#notifyPatch(patch);
  }

  /** Returns the settings of a document; asked of the host once. The text of its base is that of the open document. */
  async settings(uri: string): Promise<DocumentSettings> {
    const own = await this.#ownSettings(uri);
    // Closed in the meantime: nothing would forget it.
    return this.#documents.has(uri) ? this.#bases.apply(uri, own) : own;
  }

  #ownSettings(uri: string): Promise<DocumentSettings> {
    let settings = this.#settings.get(uri);
    if (settings === undefined) {
      settings = this.host.settings(uri).then((found) => {
        for (const listener of this.#settingsListeners) listener(found);
        return found;
      });
      this.#settings.set(uri, settings);
    }
    return settings;
  }

  /** A file changed on disk: its layer is read again when it is needed. */
  forgetLayer(uri: string): void {
    this.#layers.delete(uri);
    this.composition.changed();
    for (const listener of this.#fileListeners) listener();
  }

  /** Configurations changed: settings are read again, and documents checked again. */
  refresh(): void {
    this.composition.changed();
    this.host.forgetSettings();
    this.#settings.clear();
    this.#layers.clear();
    for (const document of this.#documents.values()) this.#notify(document);
  }

  /** Returns the layer of a URI: of the open document, otherwise of the file. Undefined if there is none that can be read. */
  async layer(uri: string): Promise<FileLayer | undefined> {
    const document = this.#documents.get(uri);
    if (document !== undefined) return { uri, layer: document.layer, text: document.text };
    const status = await this.host.status(uri);
    if (status?.kind !== "file" || status.size > MAX_FILE_BYTES) return undefined;
    const kept = this.#layers.get(uri);
    if (kept?.version === status.version) return kept.file;
    const bytes = await this.host.readFile(uri, MAX_FILE_BYTES);
    if (bytes === undefined) return undefined;
    // Binary encodings are not needed to start: in a browser they would be a part of the first download.
    const { openLayer } = await import("./open-file-layer.ts");
    const { layer, encoding, inner, diagnostics } = openLayer(bytes);
    const isText = encoding === "usda" && inner.length === 0;
    const text = isText ? new SourceText(bytes) : undefined;
    const file = { uri, layer, text, problem: diagnostics[0]?.message };
    this.#layers.delete(uri);
    this.#layers.set(uri, { version: status.version, file });
    for (const oldest of this.#layers.keys()) {
      if (this.#layers.size <= MAX_KEPT_LAYERS) break;
      this.#layers.delete(oldest);
    }
    return file;
  }

  /** Shows the user a message, without waiting for an answer. */
  showMessage(level: "warning" | "info", message: string): void {
    void this.connection.sendNotification("window/showMessage", { type: level === "warning" ? 2 : 3, message });
  }

  /** Reports an error of the server itself; text of documents is not part of it. */
  logError(what: string, error: unknown): void {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`${what}: ${reason}`);
  }
}
