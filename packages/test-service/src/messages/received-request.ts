/** A received request, completely read. */
import type { IncomingHttpHeaders } from "node:http";
import { jsonOf } from "./reply.ts";

/**
 * The origins of the service. The specification defines gateway and upload host; files and render nodes have their own
 * hosts, and `elsewhere` is a foreign origin for redirects.
 */
export type HostName = "gateway" | "upload" | "files" | "nodes" | "elsewhere";

export class ReceivedRequest {
  readonly host: HostName;
  readonly method: string;
  /** As received, still percent-encoded, without the query. */
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

  /** `undefined` if the body is not JSON, or not declared as JSON. */
  get json(): unknown {
    this.#json ??= { value: /\bjson\b/.test(this.header("content-type") ?? "") ? jsonOf(this.body) : undefined };
    return this.#json.value;
  }
}
