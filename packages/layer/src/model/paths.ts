/** Scene paths as text: resolves them, splits them, and writes them in the reference's normal form. */

/**
 * Returns the absolute path for a path relative to `anchor` (an absolute prim path without variant selections).
 * Returns undefined if `..` leads above the root.
 */
export function absolutePath(text: string, anchor: string): string | undefined {
  if (text.startsWith("/") || text === "") return text;
  let base = anchor === "/" ? "" : anchor;
  let rest = text;
  if (rest === ".") return base === "" ? "/" : base;
  while (rest.startsWith("..")) {
    if (base === "") return undefined;
    base = parentPath(base);
    rest = rest.slice(2);
    if (rest.startsWith("/")) rest = rest.slice(1);
  }
  if (rest === "") return base === "" ? "/" : base;
  if (rest.startsWith(".")) return base === "" ? `/${rest}` : base + rest;
  return base.endsWith("}") ? base + rest : `${base}/${rest}`;
}

/** `/A{v=x}B` → `/A{v=x}`, `/A{v=x}` → `/A`, `/A/B` → `/A`, `/A` → "". */
export function parentPath(path: string): string {
  if (path.endsWith("}")) return path.slice(0, path.lastIndexOf("{"));
  const slash = path.lastIndexOf("/");
  const brace = path.lastIndexOf("}");
  return path.slice(0, Math.max(slash, brace + 1));
}

/** Returns the prim path of a path: removes variant selections at its end, keeps those before. `/A{v=x}` → `/A`. */
export function primPathOf(path: string): string {
  let prim = path;
  while (prim.endsWith("}")) prim = prim.slice(0, prim.lastIndexOf("{"));
  return prim;
}

/** Returns `path` without its variant selections: `/A{v=x}B` becomes `/A/B`. */
export function stripVariantSelections(path: string): string {
  if (!path.includes("{")) return path;
  let out = "";
  for (let i = 0; i < path.length; i++) {
    if (path[i] !== "{") {
      out += path[i];
      continue;
    }
    i = path.indexOf("}", i);
    // A rejected path may have braces anywhere.
    if (i < 0) return out;
    const after = path[i + 1];
    if (after !== undefined && after !== "{" && after !== "." && after !== "/") out += "/";
  }
  return out;
}

/** Removes the blanks in variant selections: `{ v = x }` becomes `{v=x}`. */
export function normalPath(text: string): string {
  return text.includes(" ") || text.includes("\t") ? text.replace(/[ \t]/g, "") : text;
}
