/** Longest extension that is looked at: what is longer is none, and must not fill a message. */
const MAX_EXTENSION_LENGTH = 16;

/** Whether a text is a whole http or https URL. White space in it does not pass, though URL parsers drop it. */
export function isWebUrl(text: string): boolean {
  return !/[\s\0-\x1f]/.test(text) && parseWebUrl(text) !== undefined;
}

/**
 * The extension of the file that a URL names, in lower case with its dot: `.jpg` of `https://host/a.b/c.JPG?size=1`.
 *
 * Ours: it is that of the URL's path, percent-decoded; a query does not count.
 *
 * @returns undefined where there is none.
 */
export function urlExtension(url: string): string | undefined {
  const path = parseWebUrl(url)?.pathname;
  if (path === undefined) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return fileExtension(decodeURIComponent(name));
  } catch {
    return fileExtension(name);
  }
}

/**
 * The extension of a file's name, in lower case with its dot.
 *
 * @returns undefined where there is none: `.jpg` alone is a name.
 */
export function fileExtension(name: string): string | undefined {
  const file = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  const dot = file.lastIndexOf(".");
  if (dot <= 0 || dot === file.length - 1 || file.length - dot > MAX_EXTENSION_LENGTH) return undefined;
  return file.slice(dot).toLowerCase();
}

function parseWebUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
  } catch {
    return undefined;
  }
}
