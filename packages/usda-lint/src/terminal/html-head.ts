/** The start of self-contained HTML pages: a policy that allows no script and nothing from elsewhere, and colors. */

/** The colors of both schemes as custom properties. Each has a contrast of at least 4.5 with its background. */
export const PALETTE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f5f6f8;--text:#1b1f24;--faint:#59636e;--line:#d0d7de;
--error:#b3261e;--warning:#855300;--info:#0b57a4;--good:#116329;--mark:#ffe08a;--link:#0b57a4}
@media (prefers-color-scheme:dark){:root{--ground:#14171b;--raised:#1d2126;--text:#e6e9ee;--faint:#9aa4b0;--line:#363c44;
--error:#ff8a80;--warning:#f0b429;--info:#7cb8ff;--good:#7ee787;--mark:#5c4400;--link:#7cb8ff}}
*{box-sizing:border-box}
`;

export interface HtmlHead {
  /** Escaped. */
  readonly title: string;
  /** The style sheet; its hash allows it, so it must not contain text of a file. */
  readonly style: string;
  /** Allows images in data URLs. */
  readonly images?: boolean;
  /** The program and its version. */
  readonly generator: string;
}

/** Returns the page up to and including `<body>`, as HTML that is also well-formed XML. */
export function htmlHead({ title, style, images = false, generator }: HtmlHead): string {
  const { hash } = process.getBuiltinModule("node:crypto");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash("sha256", style, "base64")}'`,
    ...(images ? ["img-src data:"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<meta name="generator" content="${generator}" />
<title>${title}</title>
<style>${style}</style>
</head>
<body>
`;
}
