/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** In UTF-16 units: three bytes each at most, with room for the suffix of a partial file. */
const MAX_LENGTH = 80;

/**
 * Returns a file name, safe on any system, from text of the service: its last segment, never a path, without
 * characters that a shell or a file system interprets.
 *
 * @param otherwise The name if nothing is left.
 */
export function safeName(text: string, otherwise: string): string {
  const last = text.split(/[/\\]/).at(-1) ?? "";
  let name = "";
  for (const character of last) name += isPlain(character) ? character : "_";
  // A leading dot hides a file, `-` makes it an option; Windows drops trailing dots and spaces.
  name = trimmed(name);
  if (name.length > MAX_LENGTH) name = shortened(name);
  if (name === "") return otherwise;
  return DEVICES.test(name) ? `_${name}` : name;
}

/** Returns the last segment of a URL's path as a file name. */
export function nameOfUrl(url: string, otherwise: string): string {
  const segment = new URL(url).pathname.split("/").at(-1) ?? "";
  let decoded = segment;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    // Not UTF-8: kept as it is.
  }
  return safeName(decoded, otherwise);
}

/**
 * Letters, digits and marks of any script, and a few symbols. Bidirectional controls and invisible characters are
 * excluded.
 */
function isPlain(character: string): boolean {
  return /^[\p{L}\p{N}\p{M} ._()+,=@-]$/u.test(character);
}

function trimmed(name: string): string {
  let start = 0;
  let end = name.length;
  while (start < end && ". -".includes(name.charAt(start))) start++;
  while (end > start && ". ".includes(name.charAt(end - 1))) end--;
  return name.slice(start, end);
}

/** Keeps the extension. */
function shortened(name: string): string {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : "";
  // Splits by code point, so that no character is cut.
  let stem = "";
  for (const character of name.slice(0, name.length - extension.length)) {
    if (stem.length + character.length + extension.length > MAX_LENGTH) break;
    stem += character;
  }
  return trimmed(stem) + extension;
}
