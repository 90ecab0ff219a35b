// Turns the site's absolute URLs into relative ones, so that its pages work from a folder (`file://`) and below any path.

const TAG = /<(?:a|link|script|img)\b[^>]*>/g;
const ATTRIBUTE = /(?<before>\s(?:href|src)=")\/(?!\/)(?<path>[^"#?]*)(?<rest>[^"]*")/g;

/**
 * Returns the HTML of a page with relative URLs and without preloads of modules, which a browser rejects for files.
 *
 * @param page Its path in the site: `guides/client.html`.
 */
export function withRelativeUrls(html: string, page: string): string {
  const up = "../".repeat(page.split("/").length - 1);
  const prefix = up === "" ? "./" : up;
  return html.replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (_, before: string, path: string, rest: string) => {
      const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
      return `${before}${prefix}${file}${rest}`;
    }),
  );
}

/** Returns the HTML with a script at the end of its head that runs in pages opened from a folder. */
export function withOfflineScript(html: string, page: string): string {
  const up = "../".repeat(page.split("/").length - 1);
  return html.replace("</head>", `  <script src="${up === "" ? "./" : up}offline.js" defer></script>\n  </head>`);
}
