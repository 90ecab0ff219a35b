/** Returns a function that shortens absolute paths to those relative to the folder of a file. */
export function relativeTo(location: string): (path: string) => string {
  const folder = location.split("/").slice(0, -1);
  return (path) => {
    const parts = path.split("/");
    let common = 0;
    while (common < folder.length && parts[common] === folder[common]) common++;
    // Paths of other roots, and names without a folder.
    if (common === 0 || (common === 1 && folder.length > 1 && parts.length === 1)) return path;
    return [...folder.slice(common).map(() => ".."), ...parts.slice(common)].join("/");
  };
}
