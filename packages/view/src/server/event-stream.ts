/** Server-sent events for the open pages. */
import type { ServerResponse } from "node:http";

/** Maximum number of pages that get events. */
const MAX_PAGES = 32;
/** Milliseconds between comments that keep connections open. */
const HEARTBEAT = 15_000;

/** The subscribed pages. */
export class EventStream {
  readonly #pages = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => this.#write(":\n\n"), HEARTBEAT);
    this.#timer.unref();
  }

  /** Subscribes a page, with `first` as its first event. Returns false if there are too many. */
  add(response: ServerResponse, first: object): boolean {
    if (this.#pages.size >= MAX_PAGES) return false;
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    this.#pages.add(response);
    response.on("close", () => this.#pages.delete(response));
    response.write(eventOf(first));
    return true;
  }

  send(data: object): void {
    this.#write(eventOf(data));
  }

  close(): void {
    clearInterval(this.#timer);
    for (const page of this.#pages) page.end();
    this.#pages.clear();
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text);
  }
}

/** JSON has no line terminators, so an event is one line. */
function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
