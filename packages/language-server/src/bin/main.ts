/** The command: the server over standard input and output. */
import { keepYoungSpaceSmall } from "@usdkit/command/process/young-space";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { nodeHost } from "../node/node-host.ts";
import { serve } from "../server/serve.ts";

const HELP = `usda-language-server --stdio

Language server (LSP 3.17) for OpenUSD text scenes. Editors start it; see docs/editors.md.

  --stdio      Serve over standard input and output
  --no-config  Use no configuration of usda-lint
  --version    Print the version
  --help       Print this help
`;

/** Runs the command; the process then lives as long as its client. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes("--version")) {
    const { version } = await import("./about.ts");
    process.stdout.write(`${version}\n`);
    return;
  }
  if (argv.includes("--help")) {
    process.stdout.write(HELP);
    return;
  }
  // Editors add arguments of their own, such as `--clientProcessId=1`.
  if (!argv.includes("--stdio")) {
    process.stderr.write(`Missing --stdio.\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  keepYoungSpaceSmall();
  // Standard output belongs to the protocol.
  console.log = console.info = console.error;
  const reader = new StreamMessageReader(process.stdin);
  const connection = createConnection(reader, new StreamMessageWriter(process.stdout));
  // Nothing that one request does may end the process: documents that are not saved live in the editor.
  process.on("uncaughtException", (error) => connection.console.error(String(error.stack ?? error)));
  process.on("unhandledRejection", (error) => connection.console.error(String(error)));
  reader.onClose(() => process.exit());
  serve(connection, nodeHost({ usesConfig: !argv.includes("--no-config") }));
}
