/** The files of stages: open documents with their unsaved text, and files of the host, which are read once. */
import { openLayer, ResolveError, type OpenedLayer, type Resolver } from "@usdkit/usd";
import { forget } from "@usdkit/usda";
import type { DocumentState } from "../document/document-state.ts";
import type { FileStatus, Host } from "../host/host.ts";
import { fileOf, resolveAsset } from "../protocol/uris.ts";

/** Larger files are not composed. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** Bytes of open documents up to which a stage is kept when they change: it has their former contents until it is used again. */
const MAX_FOLLOWED = 2 ** 19;
/** Milliseconds for which a file is not looked at again: not every client reports changes. */
const FRESH = 2000;

/** A file of the host. */
interface KnownFile {
  readonly status: FileStatus | undefined;
  /** Undefined until it is read. */
  readonly bytes: Uint8Array | undefined;
  readonly seen: number;
}

type LayerBytes = Parameters<typeof openLayer>[0];

/** What a stage asked for. */
export interface Asked {
  /** Files to be read: their contents are not known yet. */
  readonly read: Set<string>;
  /** Files to be looked for. */
  readonly looked: Set<string>;
  /** The contents that the stage has, by file. */
  readonly given: Map<string, Uint8Array | undefined>;
}

/** Files by URI. Answers at once: what is not known yet is noted, and counts as missing until it was read. */
export class StageFiles {
  readonly #host: Host;
  readonly #documents: () => Iterable<DocumentState>;
  readonly #known = new Map<string, KnownFile>();
  /** By bytes: layers by their paths in the file. */
  readonly #opened = new WeakMap<object, Map<string, OpenedLayer>>();
  #open: ReadonlyMap<string, DocumentState> | undefined;

  constructor(host: Host, documents: () => Iterable<DocumentState>) {
    this.#host = host;
    this.#documents = documents;
  }

  /** Returns a resolver that notes what is asked for. */
  resolver(root: string, asked: Asked): Resolver {
    const give = (uri: string, bytes: Uint8Array | undefined): Uint8Array | undefined => {
      asked.given.set(uri, bytes);
      return bytes;
    };
    return {
      identify: (assetPath, anchor) => {
        if (anchor === undefined) return [assetPath];
        // Paths without `./` are also looked up in the folder of the root layer, as by the reference's default resolver.
        const folders = /^\.{0,2}\//u.test(assetPath) ? [anchor] : [anchor, root];
        const found = folders.map((each) => resolveAsset(each, assetPath)).filter((uri) => uri !== undefined);
        return [...new Set(found)];
      },
      read: (uri) => {
        const document = this.#document(uri);
        if (document !== undefined) return give(uri, document.text.bytes);
        const known = this.#known.get(uri);
        if (known === undefined || (isReadable(known) && known.bytes === undefined)) {
          asked.read.add(uri);
          return undefined;
        }
        const size = known.status?.size ?? 0;
        if (size > MAX_FILE_BYTES)
          throw new ResolveError(`The file has ${size} bytes: the editor reads ${MAX_FILE_BYTES}`);
        return give(uri, known.bytes);
      },
      exists: (uri) => {
        if (this.#document(uri) !== undefined) return true;
        const known = this.#known.get(uri);
        if (known === undefined) asked.looked.add(uri);
        return known === undefined || known.status?.kind === "file";
      },
      open: (bytes, inner) => this.#layer(bytes, inner),
    };
  }

  /** Reads what was asked for and is not known. */
  async settle({ read, looked }: Asked): Promise<void> {
    await Promise.all([
      ...Array.from(read, (uri) => this.#read(uri, true)),
      ...Array.from(looked, (uri) => this.#read(uri, false)),
    ]);
  }

  /** Returns the files that have other contents than a stage has, and notes that it has them; to be called after {@link refresh}. */
  async changesOf({ given }: Asked): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
    const forgotten = [...given.keys()].filter((uri) => this.#document(uri) === undefined && !this.#known.has(uri));
    await Promise.all(forgotten.map((uri) => this.#read(uri, true)));
    const changes = new Map<string, Uint8Array | undefined>();
    for (const [uri, before] of given) {
      const document = this.#document(uri);
      const bytes = document === undefined ? this.#known.get(uri)?.bytes : document.text.bytes;
      if (bytes !== before) changes.set(uri, bytes);
    }
    for (const [uri, bytes] of changes) given.set(uri, bytes);
    return changes;
  }

  /** Whether the open documents of a stage are small enough for it to follow their changes. */
  canFollow({ given }: Asked): boolean {
    let size = 0;
    for (const [uri, bytes] of given) if (this.#document(uri) !== undefined) size += bytes?.length ?? 0;
    return size <= MAX_FOLLOWED;
  }

  /** Documents changed. */
  changed(): void {
    this.#open = undefined;
  }

  /** Frees what was read of the texts of documents; it is read again when it is needed. */
  release(): void {
    for (const document of this.#documents()) if (!document.isTooLarge) forget(document.layer.root);
  }

  /** Looks at files again that were not looked at for a while, and forgets those that are others now. */
  async refresh(): Promise<void> {
    const now = performance.now();
    const old = [...this.#known].filter(([, { seen }]) => now - seen > FRESH);
    await Promise.all(
      old.map(async ([uri, known]) => {
        const status = await this.#host.status(uri);
        if (status?.version === known.status?.version) this.#known.set(uri, { ...known, seen: now });
        else this.#known.delete(uri);
      }),
    );
  }

  async #read(uri: string, isLayer: boolean): Promise<void> {
    const status = await this.#host.status(uri);
    const isWhole = isLayer && status?.kind === "file" && status.size <= MAX_FILE_BYTES;
    const bytes = isWhole ? await this.#host.readFile(uri, MAX_FILE_BYTES) : undefined;
    this.#known.set(uri, {
      // A file that may not be read counts as none.
      status: isWhole && bytes === undefined ? undefined : status,
      bytes,
      seen: performance.now(),
    });
  }

  #document(uri: string): DocumentState | undefined {
    this.#open ??= new Map(Array.from(this.#documents(), (each) => [fileOf(each.uri), each]));
    const document = this.#open.get(fileOf(uri));
    return document?.isTooLarge === true ? undefined : document;
  }

  #layer(bytes: LayerBytes, inner: readonly string[]): OpenedLayer {
    let layers = this.#opened.get(bytes);
    if (layers === undefined) this.#opened.set(bytes, (layers = new Map<string, OpenedLayer>()));
    const key = inner.join("\0");
    let opened = layers.get(key);
    if (opened === undefined) layers.set(key, (opened = this.#ofDocument(bytes) ?? openLayer(bytes, { inner })));
    return opened;
  }

  /** What could be parsed of a text that is edited counts: it often has an error. */
  #ofDocument(bytes: LayerBytes): OpenedLayer | undefined {
    for (const { text, layer } of this.#open?.values() ?? []) {
      if (text.bytes === bytes)
        return { layer, diagnostics: [], ok: true, encoding: "usda", bytes: text.bytes, inner: [], start: 0 };
    }
    return undefined;
  }
}

function isReadable({ status }: KnownFile): boolean {
  return status?.kind === "file" && status.size <= MAX_FILE_BYTES;
}
