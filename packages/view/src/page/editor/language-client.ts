/** The editor's client of the language server in a worker (LSP 3.17). */
import type { Text } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";

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

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const URI = "file:///scene.usda";
/** Timeout of a response in milliseconds: it is outdated then. */
const TIMEOUT = 5000;
/** Milliseconds before the worker starts. */
const DELAY = 700;

/** Synchronizes the text with the server and sends requests. */
export class LanguageClient {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #start: () => Worker;
  #ready: Promise<void> | undefined;
  #id = 0;
  #version = 0;
  #isOpen = false;

  /** @param start Starts the worker; called some time after the first text, since drawing the scene comes first. */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Sets another text; sent when the server is ready. */
  async open(text: () => string): Promise<void> {
    this.#ready ??= this.#initialize();
    await this.#ready;
    if (this.#isOpen) this.#notify("textDocument/didClose", { textDocument: { uri: URI } });
    this.#isOpen = true;
    const textDocument = { uri: URI, languageId: "usda", version: ++this.#version, text: text() };
    this.#notify("textDocument/didOpen", { textDocument });
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
  async ask(method: string, text: Text, offset: number): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    return await this.#request(method, { textDocument: { uri: URI }, position: positionOf(text, offset) });
  }

  /** Sends a request about the whole text. */
  async askAll(method: string, parameters: object): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    return await this.#request(method, { textDocument: { uri: URI }, ...parameters });
  }

  async #initialize(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    this.#worker = this.#start();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
    const completionItem = { documentationFormat: ["plaintext"] };
    const capabilities = { textDocument: { completion: { completionItem } } };
    await this.#request("initialize", { processId: null, rootUri: null, capabilities });
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

  #receive({ id, method, result }: Message): void {
    if (method === undefined && typeof id === "number") {
      this.#waiting.get(id)?.(result ?? undefined);
      this.#waiting.delete(id);
    } else if (method !== undefined && id !== undefined) {
      // A request of the server: responds that the page does not support it.
      const error = { code: -32_601, message: `The page has no ${method}` };
      this.#worker?.postMessage({ jsonrpc: "2.0", id, error }, []);
    }
  }
}

/** Returns the offset of a position. */
export function offsetAt(text: Text, { line, character }: LspPosition): number {
  if (line >= text.lines) return text.length;
  const { from, length } = text.line(line + 1);
  return from + Math.min(length, character);
}

function positionOf(text: Text, offset: number): LspPosition {
  const { number, from } = text.lineAt(offset);
  return { line: number - 1, character: offset - from };
}
