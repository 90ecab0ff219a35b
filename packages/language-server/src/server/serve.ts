/** Connects the features to a client. */
import type { Connection, InitializeParams, ServerCapabilities } from "vscode-languageserver";
import { DocumentState } from "../document/document-state.ts";
import { Session } from "../document/session.ts";
import { features } from "../features/index.ts";
import type { Composition } from "../host/composition.ts";
import type { Host } from "../host/host.ts";
import { lazyComposition } from "../composition/lazy-composition.ts";
import { noComposition } from "../composition/no-composition.ts";
import { resolveAsset } from "../protocol/uris.ts";
import { plain } from "../protocol/markdown.ts";
import { filesChanged, watchFiles, watchSettingsFiles } from "./watch-files.ts";

/** `TextDocumentSyncKind.Incremental`. */
const INCREMENTAL = 2;

/** Options of {@link serve}. */
export interface ServeOptions {
  /** Answers questions about stages. Default: composition of the open documents and the files of the host. */
  readonly composition?: Composition | undefined;
}

/**
 * Serves the Language Server Protocol (3.17) over a connection, until the client exits.
 *
 * @param connection of `createConnection` of `vscode-languageserver/node` or `vscode-languageserver/browser`; `listen` is called here
 * @param host files and settings; {@link memoryHost} for a browser
 */
export function serve(connection: Connection, host: Host, { composition }: ServeOptions = {}): void {
  const made = host.hasFiles === false ? noComposition : lazyComposition(host, () => session.documents);
  const session: Session = new Session(connection, host, composition ?? made);

  connection.onInitialize((params) => {
    session.folders = foldersOf(params);
    host.begin?.({ folders: session.folders, trustConfig: trustOf(params.initializationOptions) });
    session.root = rootOf(params.initializationOptions, session.folders);
    session.traits = {
      hasSnippets: params.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true,
      hasLinks: params.capabilities.textDocument?.definition?.linkSupport === true,
      canWatchFiles: params.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
      hasRelativePatterns: params.capabilities.workspace?.didChangeWatchedFiles?.relativePatternSupport === true,
      commands: commandsOf(params.initializationOptions),
    };
    const capabilities: ServerCapabilities = {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: INCREMENTAL, save: false },
    };
    for (const feature of features) Object.assign(capabilities, feature.capabilities);
    return { capabilities, serverInfo: { name: "usda-language-server" } };
  });

  connection.onInitialized(() => {
    watchFiles(session, [
      "**/usda-lint.config.*",
      "**/package.json",
      "**/*baseline*.json",
      "**/*.{usd,usda,usdc,usdz}",
    ]);
  });

  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    session.open(DocumentState.open(uri, version, text));
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const problem = session.change(uri, version, contentChanges);
    if (problem !== undefined) session.showMessage("warning", `A change of ${plain(uri)} was not applied. ${problem}`);
  });
  connection.onDidCloseTextDocument(({ textDocument }) => session.close(textDocument.uri));
  session.onSettings((settings) => watchSettingsFiles(session, settings));
  connection.onDidChangeWatchedFiles(({ changes }) =>
    filesChanged(
      session,
      changes.map(({ uri }) => uri),
    ),
  );
  connection.onDidChangeConfiguration(() => session.refresh());

  for (const feature of features) feature.register(session);
  connection.listen();
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  if (workspaceFolders !== undefined && workspaceFolders !== null) return workspaceFolders.map(({ uri }) => uri);
  return rootUri === null || rootUri === undefined ? [] : [rootUri];
}

/** Returns `trustConfig`; a value of another type is consent to nothing. */
function trustOf(options: unknown): boolean | readonly string[] | undefined {
  if (typeof options !== "object" || options === null || !("trustConfig" in options)) return undefined;
  const { trustConfig } = options;
  if (Array.isArray(trustConfig)) return trustConfig.filter((each): each is string => typeof each === "string");
  return trustConfig === undefined || trustConfig === null ? undefined : trustConfig === true;
}

/** Returns the URI of `root`: a URI, an absolute path, or a path in the first folder of the workspace. */
function rootOf(options: unknown, [folder]: readonly string[]): string | undefined {
  if (typeof options !== "object" || options === null || !("root" in options)) return undefined;
  const { root } = options;
  if (typeof root !== "string" || root === "") return undefined;
  if (/^[A-Za-z][A-Za-z\d+.-]+:/.test(root)) return root;
  return resolveAsset(folder === undefined ? "file:///" : `${folder.replace(/\/$/, "")}/`, root);
}

function commandsOf(options: unknown): ReadonlySet<string> {
  if (typeof options !== "object" || options === null || !("commands" in options)) return new Set();
  const { commands } = options;
  return new Set(Array.isArray(commands) ? commands.filter((each): each is string => typeof each === "string") : []);
}
