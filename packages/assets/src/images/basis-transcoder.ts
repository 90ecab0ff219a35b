import { createBasisTranscoder as platformTranscoder } from "#basis-transcoder";
import { AssetError } from "../errors/asset-error.ts";
import type { CreateBasisTranscoder } from "./create-basis-transcoder.ts";

/** The used interface of an open KTX2 file of Basis Universal. */
export interface Ktx2File {
  isValid(): boolean;
  getWidth(): number;
  getHeight(): number;
  startTranscoding(): number | boolean;
  /** Size of a level, layer and face in a format. */
  getImageTranscodedSizeInBytes(...place: readonly number[]): number;
  /** Level, layer, face and format; 0 (not alpha alone); the channels of alpha, −1 for those of the file. */
  transcodeImage(target: Uint8Array, ...place: readonly number[]): number | boolean;
  close(): void;
  delete(): void;
}

/** The used interface of an initialized module of Basis Universal. */
export interface BasisModule {
  readonly KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

/** The transcoder of one file, created on first use; its memory is freed with it. */
export class BasisTranscoder {
  readonly #create: CreateBasisTranscoder | null;
  #module: Promise<BasisModule> | undefined;

  constructor(create: CreateBasisTranscoder | undefined) {
    this.#create = create ?? platformTranscoder;
  }

  /** @throws {AssetError} in a browser without the option, or if the module is another one. */
  async open(where: string): Promise<BasisModule> {
    const create = this.#create;
    if (create === null) {
      const message = 'the texture is KTX2, for which a browser needs the option "createBasisTranscoder".';
      throw new AssetError("unsupported", message, { where });
    }
    this.#module ??= create().then(checkModule);
    return await this.#module;
  }

  /** Discards the module, which cannot be used after a failure. */
  discard(): void {
    this.#module = undefined;
  }
}

function checkModule(module: object): BasisModule {
  if ("KTX2File" in module && typeof module.KTX2File === "function") return module as BasisModule;
  throw new TypeError("createBasisTranscoder: expected a module of Basis Universal with KTX2File");
}
