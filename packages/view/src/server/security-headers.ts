/** Headers of every response. */

/**
 * Allows only this server's files: no inline code or style, no `eval`, no request to another host, no frame.
 * `wasm-unsafe-eval` lets WebAssembly of the page's own modules be compiled (meshopt, SPZ, Draco, Basis Universal); it allows no JavaScript.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The headers. Cross-origin isolation enables shared memory, and with it threads. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_SECURITY_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // The URL contains the token.
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};
