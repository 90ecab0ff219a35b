/** The server over standard input and output. */
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { loadEngine } from "../session/kept-stages.ts";
import { createServer, type McpOptions } from "./create-server.ts";

/** Where messages come from and go to, one a line. Default: those of the process. */
export interface McpStreams {
  readonly stdin?: Readable | undefined;
  readonly stdout?: Writable | undefined;
  /** Called with errors that no result has. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * Serves until the client closes its end.
 *
 * ```ts
 * await serve({ roots: ["/shows"], version: "1.0.0", run: (call) => runCommand(call) });
 * ```
 *
 * @throws Error if a root is not a folder
 */
export async function serve(options: McpOptions, { stdin, stdout, onError }: McpStreams = {}): Promise<void> {
  // The first server checks the options.
  createServer(options);
  const transport = new StdioServerTransport(stdin, stdout);
  await new Promise<void>((resolve) => {
    const input = stdin ?? process.stdin;
    input.once("close", resolve);
    input.once("end", resolve);
    serveStdio(() => createServer(options), { transport, ...(onError !== undefined && { onerror: onError }) });
    // The first call of a tool needs it. It loads it again, and reports what fails.
    loadEngine().catch(() => undefined);
  });
}
