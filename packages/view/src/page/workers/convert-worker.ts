/** Converts models, so that the page stays responsive. */
import type { ConvertReply, ConvertRequest } from "../converter/convert-messages.ts";
import { convertModels, type ConvertDecoders } from "../converter/convert-models.ts";
import { BASIS_WASM, DRACO_WASM } from "../../protocol/wasm-files.ts";
import { decodeImage } from "../decoders/decode-image.ts";
import { workerScope } from "./worker-scope.ts";

const scope = workerScope<ConvertRequest, ConvertReply>();

/** From a folder there is no WebAssembly: such files are reported. */
const wasmUrl = (name: string): string => new URL(name, import.meta.url).href;

const decoders: ConvertDecoders = {
  decodeImage,
  createDracoDecoder: async (overrides) => {
    return await (await import("../decoders/draco.ts")).createDraco(overrides, wasmUrl(DRACO_WASM));
  },
  createBasisTranscoder: async () => await (await import("../decoders/basis.ts")).createBasis(wasmUrl(BASIS_WASM)),
};

scope.addEventListener("message", ({ data }) => {
  void convertModels(data, decoders).then((reply) => {
    scope.postMessage(reply, "files" in reply ? reply.files.map(({ bytes }) => bytes.buffer) : []);
  });
});
