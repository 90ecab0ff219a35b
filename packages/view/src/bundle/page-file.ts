/** A served file of the page. */
export interface PageFile {
  readonly type: string;
  readonly content: Uint8Array;
}

/** The files of the page by their names; `index.html` is the page itself. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** Media types by extension. */
export const pageTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".svg": "image/svg+xml",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};
