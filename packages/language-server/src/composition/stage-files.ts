/** The files of stages: open documents with their unsaved text, and files of the host, which are read once. */
import { openLayer, ResolveError, type OpenedLayer, type Resolver } from "@usdkit/usd";
import { forget } from "@usdkit/usda";
import type { DocumentState } from "../document/document-state.ts";
import type { FileStatus, Host } from "../host/host.ts";
import { fileOf, resolveAsset } from "../protocol/uris.ts";

/** Larger files are not composed. */
const MAX_FILE_BYTES = 256 * 1024 ** 2;
/** Milliseconds for which a file is not looked at again: not every client reports changes. */
const FRESH = 2000;

/** A file of the host. */
interface KnownFile {
  readonly status: FileStatus | undefined;
  /** Undefined until it is read. */
  readonly bytes: Uint8Array | undefined;
  readonly seen: number;
}

/** What a stage needs to know, and is not known yet. */
export interface Wanted {
  readonly read: Set<string>;
  readonly looked: Set<string>;
}

type LayerBytes = Parameters<typeof openLayer>[0];

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

  /** Returns a resolver that notes what it does not know in `wanted`. */
  resolver(root: string, wanted: Wanted): Resolver {
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
        if (document !== undefined) return document.text.bytes;
        const known = this.#known.get(uri);
        if (known === undefined || (isReadable(known) && known.bytes === undefined)) {
          wanted.read.add(uri);
          return undefined;
        }
        const size = known.status?.size ?? 0;
        if (size > MAX_FILE_BYTES)
          throw new ResolveError(`The file has ${size} bytes: the editor reads ${MAX_FILE_BYTES}`);
        return known.bytes;
      },
      exists: (uri) => {
        if (this.#document(uri) !== undefined) return true;
        const known = this.#known.get(uri);
        if (known === undefined) wanted.looked.add(uri);
        return known === undefined || known.status?.kind === "file";
      },
      open: (bytes, inner) => this.#layer(bytes, inner),
    };
  }

  /** Reads what is wanted. Returns whether anything was. */
  async settle({ read, looked }: Wanted): Promise<boolean> {
    const isWanted = read.size + looked.size > 0;
    await Promise.all([
      ...Array.from(read, (uri) => this.#read(uri, true)),
      ...Array.from(looked, (uri) => this.#read(uri, false)),
    ]);
    return isWanted;
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
