/** Messages between the page of a library and its server. */

/** A name, and how many files have it. */
export interface LibraryCount {
  readonly name: string;
  readonly files: number;
}

/** What the page shows of the whole library. */
export interface LibrarySummary {
  readonly files: number;
  readonly bytes: number;
  readonly kinds: readonly LibraryCount[];
  readonly types: readonly LibraryCount[];
  /** Asset paths without a file. */
  readonly missing: number;
  readonly findings: { readonly error: number; readonly warning: number; readonly info: number };
}

/** Which files are listed; "" is any. */
export interface LibrarySearch {
  /** Parts of the path, separated by spaces. */
  readonly text: string;
  readonly kind: string;
  /** A type of prims. */
  readonly type: string;
  /** `missing`, `error` or `warning`. */
  readonly problem: string;
  readonly offset: number;
}

/** A file of a list. */
export interface LibraryRow {
  readonly id: number;
  readonly path: string;
  readonly kind: string;
  readonly size: number;
  readonly hasThumbnail: boolean;
  readonly errors: number;
  readonly warnings: number;
  readonly missing: number;
}

/** A part of a list. */
export interface LibraryPage {
  readonly rows: readonly LibraryRow[];
  readonly isMore: boolean;
}

/** A dependency; `id` is that of the other file, null if it is not in the library. */
export interface LibraryLink {
  readonly id: number | null;
  readonly path: string;
  readonly arc: string;
  readonly state: string;
}

/** All about a file. */
export interface LibraryFile extends LibraryRow {
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly hash: string;
  readonly encoding: string | null;
  readonly defaultPrim: string | null;
  readonly upAxis: string | null;
  readonly metersPerUnit: number | null;
  readonly primCount: number | null;
  /** The least x, y, z, and the greatest. */
  readonly bounds: readonly number[] | null;
  readonly types: readonly { readonly name: string; readonly prims: number }[];
  readonly materials: readonly string[];
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly message: string;
    readonly prim: string | null;
    readonly line: number | null;
  }[];
  readonly uses: readonly LibraryLink[];
  readonly usedBy: readonly LibraryLink[];
  /** Files of the same content. */
  readonly copies: readonly { readonly id: number; readonly path: string }[];
}
