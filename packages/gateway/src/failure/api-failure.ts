import type { BusinessCodeName } from "@usdkit/contract";

/** What a handler throws to answer with an error of the service; the server makes the body of it. */
export class ApiFailure extends Error {
  override readonly name: string = "ApiFailure";
  readonly code: BusinessCodeName;
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;

  /** @param detail What is wrong and what to do, for the caller. */
  constructor(code: BusinessCodeName, detail: string, retryAfter?: number) {
    super(detail);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** No endpoint has this path: 404. */
export class UnknownEndpoint extends ApiFailure {
  override readonly name: string = "UnknownEndpoint";

  constructor() {
    super("not-found", "no endpoint has this path; see /openapi.json");
  }
}

/** The path exists, but not with this method: 405, which the specification does not name. */
export class WrongMethod extends ApiFailure {
  override readonly name: string = "WrongMethod";
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("not-found", `expected the method ${allow.join(" or ")}`);
    this.allow = allow;
  }
}

/** What a handler of the upload host throws: status 200 with `c` other than 0, or 401, 413 and 429. */
export class UploadFailure extends Error {
  override readonly name: string = "UploadFailure";
  readonly http: 200 | 401 | 413 | 429;
  /** The reply's `c`. */
  readonly c: number;

  constructor(http: 200 | 401 | 413 | 429, c: number, message: string) {
    super(message);
    this.http = http;
    this.c = c;
  }
}
