/** Puts changes of a document in order that arrive out of the order of their versions. */
import { DocumentState, type ContentChange } from "./document-state.ts";

/** A gap with more versions than this is not waited for. */
const MAX_MISSING = 64;
/** After so many changes, the versions of a gap are not waited for any longer: clients may leave versions out. */
const MAX_LATER = 64;

interface VersionedChanges {
  readonly version: number;
  readonly changes: readonly ContentChange[];
}

/** What is kept of a document while versions are missing. */
interface Gap {
  /** The document before the first missing version. */
  readonly base: DocumentState;
  readonly missing: Set<number>;
  /** The changes after {@link base}, by their versions. */
  readonly later: VersionedChanges[];
}

/**
 * The order of the changes of one document. Helix 25.01 sends changes from concurrent tasks: of keys that follow each other
 * quickly, version 18 may arrive before version 15. Applied as they arrive, they make another text than the editor's.
 */
export class ChangeOrder {
  #gap: Gap | undefined;

  /**
   * Returns the document after changes; if their version was left out before, the document after all changes in the order of their
   * versions. Undefined if the version has been applied already.
   */
  apply(document: DocumentState, version: number, changes: readonly ContentChange[]): DocumentState | undefined {
    if (version <= document.version) return this.#fill(document.version, { version, changes });
    const skipped = version - document.version - 1;
    if (skipped > MAX_MISSING - (this.#gap?.missing.size ?? 0)) this.#gap = undefined;
    else if (skipped > 0) {
      this.#gap ??= { base: textOf(document), missing: new Set(), later: [] };
      for (let left = document.version + 1; left < version; left++) this.#gap.missing.add(left);
    }
    this.#gap?.later.push({ version, changes });
    if ((this.#gap?.later.length ?? 0) > MAX_LATER) this.#gap = undefined;
    return document.change(version, changes);
  }

  #fill(newest: number, change: VersionedChanges): DocumentState | undefined {
    const gap = this.#gap;
    if (gap === undefined || !gap.missing.delete(change.version)) return undefined;
    gap.later.push(change);
    gap.later.sort((a, b) => a.version - b.version);
    if (gap.missing.size === 0) this.#gap = undefined;
    const changed = gap.later.reduce((state, { version, changes }) => state.change(version, changes), gap.base);
    return changed.version === newest ? changed : new DocumentState(changed.uri, newest, changed.text);
  }
}

/** Without what was parsed and checked: that of a large document is large, and versions of the gap may never come. */
function textOf({ uri, version, text }: DocumentState): DocumentState {
  return new DocumentState(uri, version, text);
}
