/** The language server in a worker, as the editor uses it (LSP 3.17). */
import type { Text } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";

/** A place in the text, from 0, in UTF-16 units. */
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
/** Milliseconds that an answer may take: what it is about is old then. */
const TIMEOUT = 5000;
/** Milliseconds before the worker starts. */
const DELAY = 700;

/** Keeps the server's text that of the editor, and asks about places in it. */
export class LanguageClient {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  readonly #start: () => Worker;
  #ready: Promise<void> | undefined;
  #id = 0;
  #version = 0;
  #isOpen = false;

  /** @param start starts the worker; called some time after the first text came, since the picture comes first. */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Another text; it is asked for when the server is ready. */
  async open(text: () => string): Promise<void> {
    this.#ready ??= this.#initialize();
    await this.#ready;
    if (this.#isOpen) this.#notify("textDocument/didClose", { textDocument: { uri: URI } });
    this.#isOpen = true;
    const textDocument = { uri: URI, languageId: "usda", version: ++this.#version, text: text() };
    this.#notify("textDocument/didOpen", { textDocument });
  }

  /** The changes of the editor, the last one first: places of the others then stay. */
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

  /** Asks about a place; undefined if there is no answer. */
  async ask(method: string, text: Text, offset: number): Promise<unknown> {
    if (!this.#isOpen) return undefined;
    return await this.#request(method, { textDocument: { uri: URI }, position: positionOf(text, offset) });
  }

  /** Asks about the whole text. */
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
      // A request of the server: it is told that the page does not do that.
      const error = { code: -32_601, message: `The page has no ${method}` };
      this.#worker?.postMessage({ jsonrpc: "2.0", id, error }, []);
    }
  }
}

/** Returns the offset of a place. */
export function offsetAt(text: Text, { line, character }: LspPosition): number {
  if (line >= text.lines) return text.length;
  const { from, length } = text.line(line + 1);
  return from + Math.min(length, character);
}

function positionOf(text: Text, offset: number): LspPosition {
  const { number, from } = text.lineAt(offset);
  return { line: number - 1, character: offset - from };
}
