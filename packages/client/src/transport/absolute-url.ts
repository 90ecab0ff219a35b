/** Resolves a URL of the service against the address of its host; returns it unchanged if it cannot be resolved. */
export function absoluteUrl(base: string, url: string): string {
  try {
    // An absolute URL is kept byte for byte.
    return URL.canParse(url) ? url : new URL(url, `${base.replace(/\/$/, "")}/`).href;
  } catch {
    return url;
  }
}

/** Resolves the named URLs of a record in place. */
export function resolveUrls(base: string, record: object | null | undefined, names: readonly string[]): void {
  if (record === null || record === undefined) return;
  for (const name of names) {
    const url: unknown = Reflect.get(record, name);
    if (typeof url === "string" && url !== "") Reflect.set(record, name, absoluteUrl(base, url));
  }
}
