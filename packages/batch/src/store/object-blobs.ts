import { AwsClient } from "aws4fetch";
import { IoError } from "@usdkit/command/cli/errors";
import type { BlobPart, Blobs } from "./blobs.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Times that a request is repeated if the store is busy. */
const RETRIES = 5;
/** Milliseconds after which a store that does not answer counts as gone. */
const PATIENCE = 60_000;
const NOT_FOUND = 404;
/** The answer is the part; another one is all of the object, as a store may ignore ranges. */
const PART = 206;
/** The object has no byte of the part. */
const NO_SUCH_PART = 416;

interface RequestOptions {
  readonly body?: Uint8Array;
  readonly mayBeMissing?: boolean;
  readonly range?: string;
}

/** Objects of an S3-compatible store below `s3://bucket/prefix`. */
export class ObjectBlobs implements Blobs {
  readonly #aws: AwsClient;
  /** Address of the bucket, without `/` at its end. */
  readonly #bucket: string;
  readonly #prefix: string;

  /**
   * Credentials and place are those of the environment: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`;
   * `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` for a store that is not Amazon's.
   *
   * @throws {IoError} for an address of another form, and without credentials
   */
  constructor(address: string, env: Environment) {
    const [, bucket = "", folder = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([\w./-]*))?$/u.exec(address) ?? [];
    if (bucket === "") throw new IoError(`${address}: expected s3://bucket/prefix`);
    const { AWS_ACCESS_KEY_ID: accessKeyId = "", AWS_SECRET_ACCESS_KEY: secretAccessKey = "" } = env;
    if (accessKeyId === "" || secretAccessKey === "") {
      throw new IoError(`${address}: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are expected in the environment`);
    }
    const { AWS_REGION: region = "us-east-1", AWS_SESSION_TOKEN: token } = env;
    const endpoint = env["AWS_ENDPOINT_URL_S3"] ?? env["AWS_ENDPOINT_URL"] ?? `https://s3.${region}.amazonaws.com`;
    this.#aws = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(token !== undefined && { sessionToken: token }),
      region,
      service: "s3",
      retries: RETRIES,
    });
    this.#bucket = `${endpoint.replace(/\/$/u, "")}/${bucket}`;
    const trimmed = folder.split("/").filter((name) => name !== "");
    this.#prefix = trimmed.map((name) => `${name}/`).join("");
  }

  async list(prefix: string): Promise<readonly string[]> {
    const names: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        "list-type": "2",
        prefix: this.#prefix + prefix,
        ...(token !== undefined && { "continuation-token": token }),
      });
      const page = await (await this.#ask(`?${query.toString()}`, "GET")).text();
      // Names are hexadecimal digits and words: nothing in them is escaped.
      for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/gu)) names.push(key.slice(this.#prefix.length));
      [, token] = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/u.exec(page) ?? [];
    } while (token !== undefined);
    return names;
  }

  async get(name: string, part: BlobPart): Promise<Uint8Array | undefined> {
    const range = "last" in part ? `-${part.last}` : `${part.start}-${part.start + part.length - 1}`;
    const response = await this.#ask(this.#path(name), "GET", { mayBeMissing: true, range: `bytes=${range}` });
    if (response.ok) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      return response.status === PART ? bytes : partOf(bytes, part);
    }
    await response.body?.cancel();
    return response.status === NO_SUCH_PART ? new Uint8Array(0) : undefined;
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    await (await this.#ask(this.#path(name), "PUT", { body: content })).body?.cancel();
  }

  async remove(name: string): Promise<void> {
    await (await this.#ask(this.#path(name), "DELETE", { mayBeMissing: true })).body?.cancel();
  }

  #path(name: string): string {
    return `/${this.#prefix}${name}`;
  }

  async #ask(
    place: string,
    method: "GET" | "PUT" | "DELETE",
    { body, mayBeMissing = false, range }: RequestOptions = {},
  ): Promise<Response> {
    const init = {
      method,
      redirect: "error" as const,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body: new Uint8Array(body) }),
      ...(range !== undefined && { headers: { range } }),
    };
    const response = await this.#aws.fetch(this.#bucket + place, init);
    if (response.ok || (mayBeMissing && [NOT_FOUND, NO_SUCH_PART].includes(response.status))) return response;
    const [, code = ""] = /<Code>([^<]{1,100})<\/Code>/u.exec(await response.text()) ?? [];
    throw new IoError(`the store answers ${method} with ${response.status} ${code}`.trimEnd());
  }
}

function partOf(bytes: Uint8Array, part: BlobPart): Uint8Array {
  return "last" in part ? bytes.subarray(-part.last) : bytes.subarray(part.start, part.start + part.length);
}
