import type { BusinessCodeName } from "@usdkit/contract";

/** What a handler throws to answer with an error of the service; the server makes the body of it. */
export class ApiFailure extends Error {
  override readonly name: string = "ApiFailure";
  readonly code: BusinessCodeName;
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;

  /** @param detail Says what was wrong, and what to do; the caller reads it. */
  constructor(code: BusinessCodeName, detail: string, retryAfter?: number) {
    super(detail);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** There is such a path, but not with this method: 405, which the specification does not name. */
export class WrongMethod extends ApiFailure {
  override readonly name: string = "WrongMethod";
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("not-found", `there is no such endpoint; expected the method ${allow.join(" or ")}`);
    this.allow = allow;
  }
}

/** What a handler of the upload host throws: status 200 with `c` other than 0, or 401 and 413. */
export class UploadFailure extends Error {
  override readonly name: string = "UploadFailure";
  readonly http: 200 | 401 | 413;
  /** The reply's `c`. */
  readonly c: number;

  constructor(http: 200 | 401 | 413, c: number, message: string) {
    super(message);
    this.http = http;
    this.c = c;
  }
}
