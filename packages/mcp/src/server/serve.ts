/** The server over standard input and output. */
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { loadEngine } from "../session/kept-stages.ts";
import { Roots } from "../session/roots.ts";
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
  // Reports roots that are no folders before a client connects.
  const checked = { ...options, roots: new Roots(options.roots).folders };
  const transport = new LoadingTransport(stdin, stdout);
  await new Promise<void>((resolve) => {
    const input = stdin ?? process.stdin;
    input.once("close", resolve);
    input.once("end", resolve);
    serveStdio(() => createServer(checked), { transport, ...(onError !== undefined && { onerror: onError }) });
  });
}

/** Loads what reads stages once the first answer is sent: the first call of a tool needs it, but clients wait for that answer. */
class LoadingTransport extends StdioServerTransport {
  private isLoading = false;

  override async send(message: Parameters<StdioServerTransport["send"]>[0]): Promise<void> {
    await super.send(message);
    if (this.isLoading) return;
    this.isLoading = true;
    // The first call loads it again, and reports what fails.
    setImmediate(() => void loadEngine().catch(() => undefined));
  }
}
