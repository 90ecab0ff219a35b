/** The language server for the page's text, without a file system. */
import { memoryHost, serve } from "@usdkit/language-server";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";

/** A worker receives and posts messages as a port does. */
const scope = globalThis as unknown as MessagePort;
serve(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), memoryHost());
