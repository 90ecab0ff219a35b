/**
 * The path of a report as a URI reference (RFC 3986): relative, every segment percent-encoded. A colon is encoded as well:
 * in the first segment it would end a scheme.
 */
export function artifactUri(path: string): string {
  // Half a character has no UTF-8 form; encodeURIComponent would throw.
  return path.toWellFormed().split("/").map(encodeURIComponent).join("/");
}
