/** The language server over the text of the page, which has no files. */
import { memoryHost, serve } from "@usdkit/language-server";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";

/** A worker receives and posts messages as a port does. */
const scope = globalThis as unknown as MessagePort;
serve(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), memoryHost());
