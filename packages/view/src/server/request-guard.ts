/** Decides which requests come from the page. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The token in the page's URL, and the check of requests. */
export class RequestGuard {
  readonly token: string = randomBytes(24).toString("base64url");

  /**
   * Returns the status that rejects a request, or the path after the token (`""` is the page).
   *
   * A site that resolves to this machine under another name (DNS rebinding) sends that name as `Host`. A site that embeds or
   * calls this one sends `Sec-Fetch-Site: cross-site`. Without the token, every path responds with the same status.
   */
  check(request: IncomingMessage, port: number): { readonly status: number } | { readonly path: string } {
    const { host, origin } = request.headers;
    const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    if (host === undefined || !hosts.includes(host)) return { status: 421 };
    if (origin !== undefined && origin !== `http://${host}`) return { status: 403 };
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin" && site !== "none") return { status: 403 };
    const [, token = "", ...rest] = (request.url ?? "").split("?", 1)[0]?.split("/") ?? [];
    if (!this.#isToken(token) || rest.length === 0) return { status: 404 };
    return { path: rest.join("/") };
  }

  #isToken(given: string): boolean {
    const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
    return timingSafeEqual(digest(given), digest(this.token));
  }
}
