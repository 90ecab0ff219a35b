/** Fetches files that callers refer to by URL: their own uploads and, if allowed, files of other hosts. */
import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { urlExtension } from "@usdkit/contract";
import { FileTooLarge, type FileStore } from "../files/file-store.ts";
import type { FileRecords } from "../storage/file-records.ts";
import { isPublicAddress } from "./public-address.ts";

/** A URL that cannot or must not be read; the message is for the caller. */
export class FetchError extends Error {
  override readonly name: string = "FetchError";
}

export interface FetchOptions {
  /** Base URLs of this service; their files are read from the store. */
  readonly ownUrls: () => readonly string[];
  /** Refreshes the base URLs: another process may have just started to accept files. */
  readonly refresh?: (() => Promise<void>) | undefined;
  /** Allowed hosts: names, `*.name`, or `*`; empty for none. */
  readonly hosts: readonly string[];
  readonly maxSize: number;
  /** Total timeout in milliseconds. */
  readonly timeout: number;
  /** Whether an address may be connected to. For tests, which have no public host. */
  readonly isAllowedAddress?: (address: string) => boolean;
}

/** A file on this machine. */
export interface FetchedFile {
  readonly path: string;
  readonly extension: string;
  /** Whether to delete it after use. */
  readonly isTemporary: boolean;
}

const MAX_REDIRECTS = 3;

export class FileFetcher {
  private readonly records: FileRecords;
  private readonly files: FileStore;
  private readonly options: FetchOptions;

  constructor(records: FileRecords, files: FileStore, options: FetchOptions) {
    this.records = records;
    this.files = files;
    this.options = options;
  }

  /** Returns the id of an own file, whose content never changes, or undefined for any other URL. */
  async ownFileId(url: string): Promise<string | undefined> {
    const id = this.knownFileId(url);
    if (id !== undefined || this.options.refresh === undefined) return id;
    await this.options.refresh();
    return this.knownFileId(url);
  }

  private knownFileId(url: string): string | undefined {
    for (const own of this.options.ownUrls()) {
      const prefix = `${own}/files/`;
      if (url.startsWith(prefix)) return url.slice(prefix.length).split(/[/?#]/, 1)[0];
    }
    return undefined;
  }

  /**
   * Returns why a URL is rejected, as far as that is known without a request; undefined if it may be read.
   */
  async problem(url: string): Promise<string | undefined> {
    if ((await this.ownFileId(url)) !== undefined) return undefined;
    const { hostname } = new URL(url);
    if (this.isAllowedHost(hostname)) return undefined;
    const hint =
      this.options.hosts.length === 0 ? "upload the file first" : "upload the file first, or use an allowed host";
    return `files of ${hostname} are not fetched: ${hint}`;
  }

  /** @throws {FetchError} */
  async fetch(url: string): Promise<FetchedFile> {
    const extension = urlExtension(url) ?? "";
    const id = await this.ownFileId(url);
    if (id !== undefined) {
      const record = await this.records.get(id);
      if (record === undefined) throw new FetchError("unknown file");
      return { path: await this.files.localPath(record.id), extension, isTemporary: false };
    }
    const deadline = AbortSignal.timeout(this.options.timeout);
    const reply = await this.follow(url, deadline);
    try {
      const { path } = await this.files.receive(reply, this.options.maxSize);
      return { path, extension, isTemporary: true };
    } catch (error) {
      const reason =
        error instanceof FileTooLarge ? error.message : deadline.aborted ? "it took too long" : "it was cut";
      throw new FetchError(`${new URL(url).hostname}: ${reason}`, { cause: error });
    }
  }

  private isAllowedHost(name: string): boolean {
    const host = name.toLowerCase();
    return this.options.hosts.some((rule) => {
      const pattern = rule.toLowerCase();
      return pattern === "*" || pattern === host || (pattern.startsWith("*.") && host.endsWith(pattern.slice(1)));
    });
  }

  private async follow(start: string, signal: AbortSignal): Promise<IncomingMessage> {
    let url = new URL(start);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const reply = await this.get(url, signal);
      const { statusCode = 0, headers } = reply;
      if (statusCode === 200) return reply;
      reply.destroy();
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
        throw new FetchError(`${url.hostname} answers with status ${statusCode}`);
      }
      if (!URL.canParse(headers.location, url.href))
        throw new FetchError(`${url.hostname} redirects to an invalid URL`);
      url = new URL(headers.location, url);
    }
    throw new FetchError(`expected at most ${MAX_REDIRECTS} redirects`);
  }

  /** Each redirect is checked like the first URL. */
  private async get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new FetchError("only http and https are fetched");
    if (url.username !== "" || url.password !== "") throw new FetchError("a URL with a user name is not fetched");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (!this.isAllowedHost(host)) throw new FetchError(`files of ${host} are not fetched`);
    const address = await this.resolve(host);
    const request = url.protocol === "https:" ? httpsRequest : httpRequest;
    const family = isIP(address);
    return new Promise((resolve, reject) => {
      const fail = (cause: Error): void => {
        reject(new FetchError(`${host} cannot be reached${signal.aborted ? " in time" : ""}`, { cause }));
      };
      // Connects to the checked address: a second DNS answer could differ.
      const sent = request(url, {
        signal,
        agent: false,
        headers: { "user-agent": "spatial-gateway", "accept-encoding": "identity" },
        lookup: (_name, options, done) => {
          if (options.all === true) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      });
      sent.on("response", resolve).on("error", fail).end();
    });
  }

  private async resolve(host: string): Promise<string> {
    const isAllowed = this.options.isAllowedAddress ?? isPublicAddress;
    const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
    const [first] = found;
    if (first === undefined) throw new FetchError(`unknown host ${host}`);
    // A host with a private address among its addresses is not trusted.
    if (!found.every(({ address }) => isAllowed(address))) throw new FetchError(`${host} is not a public host`);
    return first.address;
  }
}
