/** Requests and replies of the service as specified: the content of HTTP messages, without HTTP. */

/** The two hosts of the specification: `{base_url}` and `{upload_url}`. */
export type SpecifiedHost = "gateway" | "upload";

export interface ServiceRequest {
  readonly host: SpecifiedHost;
  readonly method: string;
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The header `Authorization`, spec 5. */
  readonly authorization: string | undefined;
  /** The header `ous-token-v2`, spec 5. */
  readonly uploadToken: string | undefined;
  /** The JSON body; undefined if there is none, or it is not JSON. */
  readonly json: unknown;
  /** The multipart form, spec 4.1. */
  readonly form: ServiceForm | undefined;
}

/** A body of multipart/form-data. */
export interface ServiceForm {
  /** The parts that precede `file`. */
  readonly fields: ReadonlyMap<string, string>;
  /** The part `file`. */
  readonly file: Uint8Array | undefined;
  readonly fileName: string | undefined;
}

/** A reply: JSON, or text, or no body. */
export interface ServiceReply {
  readonly status: number;
  readonly json?: unknown;
  /** Markdown, spec 4.3. */
  readonly text?: string;
}

/** Returns a field of a JSON object if it is text that is not empty. */
export function textOf(json: unknown, name: string): string | undefined {
  const value = fieldOf(json, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a field of a JSON object. */
export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null && Object.hasOwn(json, name)
    ? (json as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
