/** Resolver of URLs, for browsers and servers. */
import { ResolveError, type ResolvedBytes, type Resolver } from "./resolver.ts";

/** The part of a response that {@link httpResolver} reads. */
export interface FetchedReply {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Requests a URL; rejects if the reply is a redirect. The global `fetch` is one. */
export type FetchUrl = (url: string, init: { readonly redirect: "error" }) => Promise<FetchedReply>;

/** How {@link httpResolver} fetches. */
export interface HttpResolverOptions {
  /** Hosts with port (`assets.example.org`, `localhost:8080`) that layers may come from. The root layer's host must be among them. */
  readonly hosts: readonly string[];
  /** Default: the global `fetch`. */
  readonly fetch?: FetchUrl | undefined;
  /** Default: 1 GiB. */
  readonly maxBytes?: number | undefined;
}

const MAX_BYTES = 2 ** 30;
const NOT_FOUND = 404;

/**
 * Returns a resolver of `http:` and `https:` URLs. Asset paths are relative to the URL of the layer that contains them. URLs of
 * other hosts are rejected, also as targets of redirects.
 */
export function httpResolver({ hosts, fetch: load = fetch, maxBytes = MAX_BYTES }: HttpResolverOptions): Resolver {
  const check = (url: string): void => {
    if (!URL.canParse(url)) throw new ResolveError(`Expected a URL, found ${JSON.stringify(url)}`);
    const { host, protocol } = new URL(url);
    if (protocol !== "https:" && protocol !== "http:") {
      throw new ResolveError(`Expected an http or https URL, found ${JSON.stringify(url)}`);
    }
    if (!hosts.includes(host)) throw new ResolveError(`${JSON.stringify(url)} is not on an allowed host`);
  };
  return {
    identify: (assetPath, anchor) => [URL.canParse(assetPath, anchor) ? new URL(assetPath, anchor).href : assetPath],
    async read(identifier) {
      check(identifier);
      const response = await load(identifier, { redirect: "error" });
      if (response.status === NOT_FOUND) return undefined;
      if (!response.ok) throw new ResolveError(`${JSON.stringify(identifier)} answered with status ${response.status}`);
      return readBody(response, identifier, maxBytes);
    },
  };
}

async function readBody({ body }: FetchedReply, identifier: string, maxBytes: number): Promise<ResolvedBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the transfer.
    if (length > maxBytes) throw new ResolveError(`${JSON.stringify(identifier)} has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
