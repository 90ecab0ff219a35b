/** A client of the server for tests: the protocol over streams in one process, and documents with a cursor in them. */
import { PassThrough } from "node:stream";
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from "vscode-languageserver/node";
import type {
  Diagnostic,
  DidChangeWatchedFilesRegistrationOptions,
  InitializeResult,
  Position,
  PublishDiagnosticsParams,
  RegistrationParams,
} from "vscode-languageserver/node";
import type { Composition } from "../host/composition.ts";
import type { Host } from "../host/host.ts";
import { memoryHost } from "../host/memory-host.ts";
import { serve } from "../server/serve.ts";

export const HEAD = "#usda 1.0\n";

export interface ClientOptions {
  readonly host?: Host | undefined;
  readonly capabilities?: Record<string, unknown> | undefined;
  readonly folders?: readonly string[] | undefined;
  readonly commands?: readonly string[] | undefined;
  /** The option of that name, of any type. */
  readonly trustConfig?: unknown;
  readonly root?: string | undefined;
  readonly composition?: Composition | undefined;
}

/** Where `|` is in a text: the text without it, and the position. */
export function withCursor(text: string): { readonly text: string; readonly position: Position } {
  const at = text.indexOf("|");
  if (at < 0) throw new Error("the text has no cursor");
  const lines = text.slice(0, at).split("\n");
  const position = { line: lines.length - 1, character: (lines.at(-1) ?? "").length };
  return { text: text.slice(0, at) + text.slice(at + 1), position };
}

export class TestClient {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly messages: string[] = [];
  /** Glob patterns of the files that the server asked to watch. */
  readonly watched: readonly unknown[];
  readonly #published: PublishDiagnosticsParams[] = [];
  readonly #waiting: { uri: string; version: number; resolve: (found: readonly Diagnostic[]) => void }[] = [];
  readonly #versions = new Map<string, number>();

  private constructor(connection: ProtocolConnection, initialized: InitializeResult, watched: readonly unknown[]) {
    this.connection = connection;
    this.initialized = initialized;
    this.watched = watched;
  }

  /** Starts a server in this process. */
  static async start(options: ClientOptions = {}): Promise<TestClient> {
    const { host = memoryHost(), composition } = options;
    const up = new PassThrough();
    const down = new PassThrough();
    serve(createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)), host, { composition });
    const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    return TestClient.connect(connection, options);
  }

  /** Initializes a server behind a connection. */
  static async connect(
    connection: ProtocolConnection,
    { capabilities = {}, folders = [], commands = [], trustConfig, root }: ClientOptions = {},
  ): Promise<TestClient> {
    const published: PublishDiagnosticsParams[] = [];
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      published.push(params);
    });
    const watched: unknown[] = [];
    connection.onRequest("client/registerCapability", ({ registrations }: RegistrationParams) => {
      for (const { registerOptions } of registrations) {
        const { watchers } = registerOptions as DidChangeWatchedFilesRegistrationOptions;
        watched.push(...watchers.map(({ globPattern }) => globPattern));
      }
    });
    connection.listen();
    const workspaceFolders = folders.map((uri) => ({ uri, name: uri }));
    const initialized: InitializeResult = await connection.sendRequest("initialize", {
      processId: null,
      rootUri: null,
      capabilities,
      workspaceFolders,
      initializationOptions: { commands, trustConfig, root },
    });
    const client = new TestClient(connection, initialized, watched);
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) =>
      client.#receive(params),
    );
    for (const method of ["window/showMessage", "window/logMessage"]) {
      connection.onNotification(method, ({ message }: { message: string }) => {
        client.messages.push(message);
      });
    }
    await connection.sendNotification("initialized", {});
    for (const params of published) client.#receive(params);
    return client;
  }

  #receive(params: PublishDiagnosticsParams): void {
    this.#published.push(params);
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      const { uri, version, resolve } = this.#waiting[i];
      if (uri !== params.uri || (params.version ?? 0) < version) continue;
      this.#waiting.splice(i, 1);
      resolve(params.diagnostics);
    }
  }

  async open(uri: string, text: string, version = 1): Promise<void> {
    this.#versions.set(uri, version);
    await this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "usda", version, text } });
  }

  /** Replaces `[from, to)`; without a range the whole text. */
  async change(uri: string, text: string, range?: { start: Position; end: Position }): Promise<void> {
    const version = (this.#versions.get(uri) ?? 1) + 1;
    this.#versions.set(uri, version);
    const change = range === undefined ? { text } : { range, text };
    await this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [change] });
  }

  async close(uri: string): Promise<void> {
    await this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** Resolves with the diagnostics of the current version of a document. */
  diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const version = this.#versions.get(uri) ?? 0;
    const last = this.#published.findLast((each) => each.uri === uri);
    if (last !== undefined && (last.version ?? 0) >= version) return Promise.resolve(last.diagnostics);
    return new Promise((resolve) => this.#waiting.push({ uri, version, resolve }));
  }

  async notify(method: string, params: unknown): Promise<void> {
    await this.connection.sendNotification(method, params);
  }

  request<Result>(method: string, params: unknown): Promise<Result> {
    return this.connection.sendRequest<Result>(method, params);
  }

  /** Opens a text with a cursor, and sends a request about its position. */
  async at<Result>(method: string, marked: string, uri = "file:///scenes/a.usda", extra: object = {}): Promise<Result> {
    const { text, position } = withCursor(marked);
    await this.open(uri, text);
    return this.request<Result>(method, { textDocument: { uri }, position, ...extra });
  }

  async stop(): Promise<void> {
    // `exit` would end the process that both are in.
    await this.request("shutdown", null);
    this.connection.dispose();
  }
}
