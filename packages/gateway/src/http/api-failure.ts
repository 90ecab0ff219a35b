import type { BusinessCodeName } from "@usdkit/contract";

/** Thrown by a handler to respond with an error of the service; the server builds the body. */
export class ApiFailure extends Error {
  override readonly name: string = "ApiFailure";
  readonly code: BusinessCodeName;
  /** Seconds after which the caller may retry. */
  readonly retryAfter: number | undefined;

  /** @param detail What is wrong and what to do, for the caller. */
  constructor(code: BusinessCodeName, detail: string, retryAfter?: number) {
    super(detail);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** 404: no endpoint has this path. */
export class UnknownEndpoint extends ApiFailure {
  override readonly name: string = "UnknownEndpoint";

  constructor() {
    super("not-found", "no endpoint has this path; see /openapi.json");
  }
}

/** 404: no file has the id of the path. */
export class UnknownFile extends ApiFailure {
  override readonly name: string = "UnknownFile";

  constructor() {
    super("not-found", "no file has this URL; it was removed, or the URL is incomplete");
  }
}

/** 405: the path exists, but not with this method. The specification does not mention it. */
export class WrongMethod extends ApiFailure {
  override readonly name: string = "WrongMethod";
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("method-not-allowed", `expected the method ${allow.join(" or ")}`);
    this.allow = allow;
  }
}

/** Thrown by a handler of the upload host: status 200 with `c` other than 0, or 401, 413 and 429. */
export class UploadFailure extends Error {
  override readonly name: string = "UploadFailure";
  readonly http: 200 | 401 | 413 | 429;
  /** The response's `c`. */
  readonly c: number;

  constructor(http: 200 | 401 | 413 | 429, c: number, message: string) {
    super(message);
    this.http = http;
    this.c = c;
  }
}
