/** Bases of patches that are open in the editor: their text there counts, saved or not. */
import type { DocumentSettings } from "../host/host.ts";
import { fileOf } from "../protocol/uris.ts";
import type { DocumentState } from "./document-state.ts";

/** The settings of a patch by the text of its open base. */
interface WithBase {
  readonly own: DocumentSettings;
  readonly base: DocumentState;
  readonly settings: DocumentSettings;
}

/** Settings of patches, by the open documents. */
export class OpenBases {
  readonly #documents: ReadonlyMap<string, DocumentState>;
  /** URI of a document → file of its base. */
  readonly #bases = new Map<string, string>();
  readonly #made = new Map<string, WithBase>();

  constructor(documents: ReadonlyMap<string, DocumentState>) {
    this.#documents = documents;
  }

  /** Returns settings with the open document of their base; the same object as long as that text stays. */
  apply(uri: string, own: DocumentSettings): DocumentSettings {
    if (own.base === undefined) {
      this.forget(uri);
      return own;
    }
    const file = fileOf(own.base);
    this.#bases.set(uri, file);
    const base = this.#find(file);
    if (base === undefined) return own;
    const made = this.#made.get(uri);
    if (made?.own === own && made.base === base) return made.settings;
    const settings = { ...own, check: { ...own.check, base: base.layer } };
    this.#made.set(uri, { own, base, settings });
    return settings;
  }

  /** Returns the URIs of the documents whose base is this document. */
  patchesOf(uri: string): readonly string[] {
    const file = fileOf(uri);
    return Array.from(this.#bases).flatMap(([patch, base]) => (base === file && patch !== uri ? [patch] : []));
  }

  forget(uri: string): void {
    this.#bases.delete(uri);
    this.#made.delete(uri);
  }

  #find(file: string): DocumentState | undefined {
    for (const document of this.#documents.values()) {
      if (fileOf(document.uri) === file && !document.isTooLarge) return document;
    }
    return undefined;
  }
}
