/** A client for the required subset of the S3 protocol, signed with SigV4. */
import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";

/** An unexpected response of the store. */
class ObjectStoreError extends Error {
  override readonly name: string = "ObjectStoreError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface ObjectClientOptions {
  /** Endpoint without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

export interface ListedObject {
  readonly key: string;
  /** Unix milliseconds. */
  readonly time: number;
}

/** Status codes of a busy store, which are retried with increasing delay. */
const RETRIES = 5;
/** Delay before the first retry, in milliseconds. */
const PAUSE = 100;
const MAX_ERROR_LENGTH = 300;

export class ObjectClient {
  private readonly aws: AwsClient;
  private readonly base: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, sessionToken }: ObjectClientOptions) {
    const token = sessionToken === undefined ? {} : { sessionToken };
    this.aws = new AwsClient({ accessKeyId, secretAccessKey, ...token, region, service: "s3", retries: RETRIES });
    // Path-style addressing, which every S3-compatible store supports.
    this.base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  }

  /** Uploads a file atomically, streaming it. */
  async put(key: string, path: string): Promise<void> {
    const body = await openAsBlob(path);
    const response = await this.ask(key, { method: "PUT", body });
    await response.body?.cancel();
  }

  async get(key: string, range?: { readonly start: number; readonly end: number }): Promise<Readable> {
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const { body } = await this.ask(key, { headers });
    return body === null ? Readable.from([]) : Readable.fromWeb(body);
  }

  /** Succeeds if the object does not exist. */
  async remove(key: string): Promise<void> {
    const response = await this.ask(key, { method: "DELETE" });
    await response.body?.cancel();
  }

  /** @param page Maximum number of objects per response. */
  async list(prefix: string, page = 1000): Promise<readonly ListedObject[]> {
    const found: ListedObject[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        "list-type": "2",
        "max-keys": String(page),
        prefix,
        ...(token !== undefined && { "continuation-token": token }),
      });
      const text = await (await this.ask("", {}, query)).text();
      for (const entry of text.split("<Contents>").slice(1)) {
        found.push({ key: element(entry, "Key") ?? "", time: Date.parse(element(entry, "LastModified") ?? "") });
      }
      token = element(text, "IsTruncated") === "true" ? element(text, "NextContinuationToken") : undefined;
    } while (token !== undefined);
    return found;
  }

  /** All requests are idempotent: without a response they are retried after a delay. */
  private async send(url: string, init: RequestInit): Promise<Response> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.aws.fetch(url, init);
      } catch (error) {
        if (tries >= RETRIES) throw error;
        await sleep(PAUSE * 2 ** tries);
      }
    }
  }

  private async ask(key: string, init: RequestInit, query?: URLSearchParams): Promise<Response> {
    const path = key === "" ? "" : `/${key}`;
    const url = `${this.base}${path}${query === undefined ? "" : `?${query.toString()}`}`;
    const response = await this.send(url, { method: "GET", redirect: "error", ...init });
    if (response.ok) return response;
    const text = await response.text();
    const reason = element(text, "Code") ?? text.slice(0, MAX_ERROR_LENGTH);
    throw new ObjectStoreError(
      response.status,
      `the store answers ${init.method ?? "GET"} with ${response.status} ${reason}`,
    );
  }
}

/** Returns the text of the first element with a name. The requested names and values contain no markup. */
function element(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start < 0 || end < 0) return undefined;
  const text = xml.slice(start + name.length + 2, end);
  return text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
