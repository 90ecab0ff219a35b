/** The reply of a route, before a fault changes it and before it is sent. */

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export function jsonReply(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return textReply(status, "application/json", JSON.stringify(value), headers);
}

export function textReply(
  status: number,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers: { "content-type": type, ...headers }, body: Buffer.from(text) };
}

export function emptyReply(status: number): Reply {
  return { status, headers: {}, body: new Uint8Array() };
}

/** An error of the upload host: HTTP 200 with `c` other than 0, and a message in `m`. */
export function envelopeProblem(code: number, message: string): Reply {
  return jsonReply(200, { c: code, d: null, m: message });
}

/** `undefined` if the body is not JSON. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
