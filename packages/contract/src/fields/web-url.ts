/** Maximum length of an extension: longer ones are not treated as such, and must not fill a message. */
const MAX_EXTENSION_LENGTH = 16;

/** Returns whether a text is an absolute http or https URL. White space is rejected, though URL parsers drop it. */
export function isWebUrl(text: string): boolean {
  return !/[\s\0-\x1f]/.test(text) && parseWebUrl(text) !== undefined;
}

/**
 * Returns the extension of the file in a URL, in lower case with its dot: `.jpg` for `https://host/a.b/c.JPG?size=1`.
 *
 * Ours: it is that of the URL's path, percent-decoded; the query is ignored.
 *
 * @returns undefined if there is none.
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
 * Returns the extension of a file's name, in lower case with its dot.
 *
 * @returns undefined if there is none: `.jpg` alone is a name.
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
