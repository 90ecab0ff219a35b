/** The editor's client of the language server in a worker (LSP 3.17). */
import type { Text } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";
import type { PageSettings } from "../../protocol/page-settings.ts";

/** A position in the text, from 0, in UTF-16 units. */
export interface LspPosition {
  readonly line: number;
  readonly character: number;
}

/** A range of the text. */
export interface LspRange {
  readonly start: LspPosition;
  readonly end: LspPosition;
}

/** A change of the text. */
export interface LspEdit {
  readonly range: LspRange;
  readonly newText: string;
}

/** Changes of files by their URIs. */
export interface WorkspaceEdit {
  readonly changes?: Readonly<Record<string, readonly LspEdit[]>>;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The capabilities of the server that the page needs to know. */
interface Capabilities {
  readonly semanticTokensProvider?: { readonly legend: { readonly tokenTypes: readonly string[] } };
  readonly signatureHelpProvider?: { readonly triggerCharacters?: readonly string[] };
}

const URI = "file:///scene.usda";
/** Timeout of a response in milliseconds: it is outdated then. */
const TIMEOUT = 5000;
/** Milliseconds before the worker starts. */
const DELAY = 700;

/** Commands of code lenses that the page has. */
export const RENDER_CAMERA = "usda.renderCamera";

/** Synchronizes the text with the server and sends requests. */
export class LanguageClient {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #start: () => Worker;
  readonly #onMessage: (text: string) => void;
  readonly #openListeners: (() => void)[] = [];
  #settings: PageSettings | undefined;
  #ready: Promise<void> | undefined;
  #capabilities: Capabilities = {};
  #id = 0;
  #version = 0;
  #isOpen = false;

  /**
   * @param start Starts the worker; called some time after the first text, since drawing the scene comes first.
   * @param onMessage Shows a message of the server to the user.
   */
  constructor(start: () => Worker, onMessage: (text: string) => void) {
    this.#start = start;
    this.#onMessage = onMessage;
  }

  /** Names of the types of semantic tokens, by their numbers. */
  get tokenTypes(): readonly string[] {
    return this.#capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
  }

  /** Characters after which a signature may be shown. */
  get signatureTriggers(): readonly string[] {
    return this.#capabilities.signatureHelpProvider?.triggerCharacters ?? [];
  }

  /** Calls a listener whenever the server has another text or other settings. */
  onOpen(listener: () => void): void {
    this.#openListeners.push(listener);
  }

  /** Sets the settings of the linter. */
  setSettings(settings: PageSettings): void {
    this.#settings = settings;
    if (this.#isOpen) this.#sendSettings(settings);
  }

  /** Sets another text; sent when the server is ready. */
  async open(text: () => string): Promise<void> {
    this.#ready ??= this.#initialize();
    await this.#ready;
    if (this.#isOpen) this.#notify("textDocument/didClose", { textDocument: { uri: URI } });
    this.#isOpen = true;
    const textDocument = { uri: URI, languageId: "usda", version: ++this.#version, text: text() };
    this.#notify("textDocument/didOpen", { textDocument });
    if (this.#settings === undefined) this.#opened();
    else this.#sendSettings(this.#settings);
  }

  /** Returns the editor's changes, the last one first, so that the others' positions stay valid. */
  change(update: ViewUpdate): void {
    if (!this.#isOpen) return;
    const contentChanges: { range: LspRange; text: string }[] = [];
    update.changes.iterChanges((from, to, _start, _end, inserted) => {
      const before = update.startState.doc;
      contentChanges.unshift({
        range: { start: positionOf(before, from), end: positionOf(before, to) },
        text: inserted.toString(),
      });
    });
    this.#notify("textDocument/didChange", { textDocument: { uri: URI, version: ++this.#version }, contentChanges });
  }

  /** Sends a request about a position; undefined if there is no response. */
  async ask(method: string, text: Text, offset: number, parameters: object = {}): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    const position = positionOf(text, offset);
    return await this.#request(method, { textDocument: { uri: URI }, position, ...parameters });
  }

  /** Sends a request about the whole text. */
  async askAll(method: string, parameters: object): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    return await this.#request(method, { textDocument: { uri: URI }, ...parameters });
  }

  /** Sends a request that is not about the text. */
  async send(method: string, parameters: unknown): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    return await this.#request(method, parameters as object);
  }

  /** Returns the edits of the text among those of a response, as changes of the editor. */
  changesOf(edit: WorkspaceEdit, text: Text): { from: number; to: number; insert: string }[] {
    return changesOf(edit.changes?.[URI] ?? [], text);
  }

  #sendSettings(settings: PageSettings): void {
    this.#notify("usda/pageSettings", settings);
    this.#notify("workspace/didChangeConfiguration", { settings: null });
    this.#opened();
  }

  #opened(): void {
    for (const listener of this.#openListeners) listener();
  }

  async #initialize(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    this.#worker = this.#start();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
    const completionItem = { documentationFormat: ["plaintext"] };
    const capabilities = { textDocument: { completion: { completionItem } } };
    const initializationOptions = { commands: [RENDER_CAMERA] };
    const parameters = { processId: null, rootUri: null, capabilities, initializationOptions };
    const initialized = (await this.#request("initialize", parameters)) as { capabilities: Capabilities } | undefined;
    this.#capabilities = initialized?.capabilities ?? {};
    this.#notify("initialized", {});
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        resolve(undefined);
      }, TIMEOUT);
      this.#waiting.set(id, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.#worker?.postMessage({ jsonrpc: "2.0", id, method, params }, []);
    });
  }

  #notify(method: string, params: object): void {
    this.#worker?.postMessage({ jsonrpc: "2.0", method, params }, []);
  }

  #receive({ id, method, params, result }: Message): void {
    if (method === undefined && typeof id === "number") {
      this.#waiting.get(id)?.(result ?? undefined);
      this.#waiting.delete(id);
    } else if (method !== undefined && id !== undefined) {
      // A request of the server: responds that the page does not support it.
      const error = { code: -32_601, message: `The page has no ${method}` };
      this.#worker?.postMessage({ jsonrpc: "2.0", id, error }, []);
    } else if (method === "window/showMessage") {
      this.#onMessage((params as { readonly message: string }).message);
    }
  }
}

/** Returns the offset of a position. */
export function offsetAt(text: Text, { line, character }: LspPosition): number {
  if (line >= text.lines) return text.length;
  const { from, length } = text.line(line + 1);
  return from + Math.min(length, character);
}

/** Returns edits of the server as changes of the editor. */
export function changesOf(edits: readonly LspEdit[], text: Text): { from: number; to: number; insert: string }[] {
  return edits.map(({ range, newText }) => ({
    from: offsetAt(text, range.start),
    to: offsetAt(text, range.end),
    insert: newText,
  }));
}

/** Returns the position of an offset. */
export function positionOf(text: Text, offset: number): LspPosition {
  const { number, from } = text.lineAt(offset);
  return { line: number - 1, character: offset - from };
}

/** Returns the protocol's range of a part of the text. */
export function rangeOf(text: Text, { from, to }: { readonly from: number; readonly to: number }): LspRange {
  return { start: positionOf(text, from), end: positionOf(text, to) };
}
