/** Returns the name that people see, of a prim whose own name could not have it. */
export function named(text: string, name: string): { displayName?: string } {
  return text === "" || text === name ? {} : { displayName: text };
}

/** Returns metadata without the fields that are undefined. */
export function defined<T extends object>(metadata: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
