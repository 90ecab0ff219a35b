/** A request as it came, read whole. */
import type { IncomingHttpHeaders } from "node:http";
import { jsonOf } from "./reply.ts";

/**
 * The origins of the service. The specification knows gateway and upload host; files and render nodes have hosts of their
 * own, and `elsewhere` is a stranger that a redirect leads to.
 */
export type HostName = "gateway" | "upload" | "files" | "nodes" | "elsewhere";

export class ReceivedRequest {
  readonly host: HostName;
  readonly method: string;
  /** As it came, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  #json: { value: unknown } | undefined;

  constructor(facts: { host: HostName; method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }) {
    this.host = facts.host;
    this.method = facts.method;
    const question = facts.url.indexOf("?");
    this.path = question < 0 ? facts.url : facts.url.slice(0, question);
    this.query = new URLSearchParams(question < 0 ? "" : facts.url.slice(question + 1));
    this.headers = facts.headers;
    this.body = facts.body;
  }

  header(name: string): string | undefined {
    const value = this.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  /** `undefined` where the body is no JSON, or is not said to be. */
  get json(): unknown {
    this.#json ??= { value: /\bjson\b/.test(this.header("content-type") ?? "") ? jsonOf(this.body) : undefined };
    return this.#json.value;
  }
}
