/** The language server for the page's text, without a file system. */
import { memoryHost, serve, type Host } from "@usdkit/language-server";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { checkOptions } from "../../document/check-text.ts";
import { defaultSettings, type PageSettings } from "../../protocol/page-settings.ts";

let settings: PageSettings = defaultSettings;
/** A worker receives and posts messages as a port does. */
const scope = globalThis as unknown as MessagePort;
const connection = createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope));
// Sent before a `workspace/didChangeConfiguration`, which makes the server request settings again.
connection.onNotification("usda/pageSettings", (sent: PageSettings) => {
  settings = sent;
});
const host: Host = {
  ...memoryHost(),
  settings() {
    const { baseline: known, isIgnored } = settings;
    return Promise.resolve({ check: { ...checkOptions(settings), known }, isIgnored });
  },
};
serve(connection, host);
