/** The HTML of the page of a preview. */

/** Where the page's files are. */
export interface PreviewLocation {
  /** The origin of the files, as a source of a content security policy. */
  readonly cspSource: string;
  /** Returns the URL of a file. */
  readonly urlOf: (name: string) => string;
  /** Unguessable, for one page. */
  readonly nonce: string;
}

/**
 * Returns the HTML. Its policy allows one script, the files of the extension's folder, and workers that the script starts from
 * their text; no request to any other host, no inline code or style, no `eval`, no frame. `wasm-unsafe-eval` lets WebAssembly be
 * compiled, for kernels and decoders.
 */
export function previewHtml({ cspSource, urlOf, nonce }: PreviewLocation): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    "worker-src blob:",
    `style-src ${cspSource}`,
    `connect-src ${cspSource} blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escape(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Preview</title>
    <link rel="stylesheet" href="${escape(urlOf("preview.css"))}" />
    <script type="module" nonce="${escape(nonce)}" src="${escape(urlOf("preview.js"))}"></script>
  </head>
  <body></body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
