/** Resolver of URLs, for browsers and servers. */
import { isBinaryLayer, LazyBytes } from "@usdkit/base";
import { HttpReader } from "./http-reader.ts";
import { fetchPart, fetchWhole, isSameVersion, type ByteSpan, type PartReply, type WholeReply } from "./http-reply.ts";
import type { FetchUrl, HttpRequests } from "./http-request.ts";
import { ResolveError, type ResolvedBytes, type Resolver } from "./resolver.ts";

/** How {@link httpResolver} fetches. */
export interface HttpResolverOptions {
  /** Hosts with port (`assets.example.org`, `localhost:8080`) that layers may come from. The root layer's host must be among them. */
  readonly hosts: readonly string[];
  /** Default: the global `fetch`. */
  readonly fetch?: FetchUrl | undefined;
  /** Of one file. Default: 1 GiB. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds without a byte after which a request fails. Default: 60,000. */
  readonly timeout?: number | undefined;
}

const MAX_BYTES = 2 ** 30;
const TIMEOUT = 60_000;
/** Bytes of the first request; most layers of text have fewer. */
const HEAD_SIZE = 1 << 18;

/**
 * Returns a resolver of `http:` and `https:` URLs. Asset paths are relative to the URL of the layer that contains them. URLs of
 * other hosts are rejected, also as targets of redirects.
 *
 * Crates and packages of 256 KiB or more are fetched in parts: their tables when they are opened, and arrays when they are needed, which
 * `stage.prefetch` waits for. All parts are of one content of the file, which its ETag or its date identifies; a change is an error. Files
 * of servers that do not send parts, or send neither of the two, are fetched whole. For a page on another host the server has to expose
 * the headers `Content-Range` and `ETag`.
 *
 * ```ts
 * const stage = await Stage.open("https://assets.example.org/shot.usd", { resolver: httpResolver({ hosts: ["assets.example.org"] }) });
 * await stage.prefetch(["/World/Chair"], { values: [null] });
 * ```
 */
export function httpResolver(options: HttpResolverOptions): Resolver {
  const { hosts, maxBytes = MAX_BYTES, timeout = TIMEOUT } = options;
  const requests: HttpRequests = { fetch: options.fetch ?? fetch, timeout };
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
      return new UrlFile(identifier, maxBytes, requests).read();
    },
  };
}

/** Reads one URL. */
class UrlFile {
  private readonly url: string;
  private readonly maxBytes: number;
  private readonly requests: HttpRequests;

  constructor(url: string, maxBytes: number, requests: HttpRequests) {
    this.url = url;
    this.maxBytes = maxBytes;
    this.requests = requests;
  }

  /** Returns the bytes: those of a large crate or package in parts. */
  async read(): Promise<ResolvedBytes> {
    const { url, requests } = this;
    const head = await this.part({ start: 0, end: HEAD_SIZE });
    if (head.kind !== "part") return this.bytesOf(head);
    const { bytes, size, version } = head;
    if (bytes.length === size) return bytes;
    if (!version.isStrong) return this.whole();
    if (size >= HEAD_SIZE && isBinaryLayer(bytes)) {
      return LazyBytes.of(new HttpReader({ url, size, version }, bytes, requests));
    }
    const rest = await this.part({ start: bytes.length, end: size });
    if (rest.kind !== "part") return this.bytesOf(rest);
    const isRest = bytes.length + rest.bytes.length === size && rest.size === size;
    if (!isRest || !isSameVersion(version, rest.version)) return this.whole();
    const whole = new Uint8Array(size);
    whole.set(bytes);
    whole.set(rest.bytes, bytes.length);
    return whole;
  }

  private part(span: ByteSpan): Promise<PartReply> {
    return fetchPart(this.url, span, this.maxBytes, this.requests);
  }

  private async whole(): Promise<ResolvedBytes> {
    return this.bytesOf(await fetchWhole(this.url, this.maxBytes, this.requests));
  }

  private bytesOf(reply: WholeReply): ResolvedBytes {
    if (reply.kind === "large")
      throw new ResolveError(`${JSON.stringify(this.url)} has more than ${this.maxBytes} bytes`);
    return reply.kind === "missing" ? undefined : reply.bytes;
  }
}
