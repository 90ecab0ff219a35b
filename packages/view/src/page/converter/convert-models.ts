/** Converts files of models in the browser. */
import { ConvertError, convertFile, fileBytes, type ConvertOptions } from "@usdkit/convert";
import { memoryResolver } from "@usdkit/usd";
import type { ConvertReply, ConvertRequest } from "./convert-messages.ts";

/** Decoders that have WebAssembly of their own. */
export type ConvertDecoders = Pick<ConvertOptions, "decodeImage" | "createDracoDecoder" | "createBasisTranscoder">;

/** Returns the files of a result, or why there are none; never rejects. */
export async function convertModels(
  { files, output, isQuickLook }: ConvertRequest,
  decoders: ConvertDecoders,
): Promise<ConvertReply> {
  const [first] = files;
  try {
    const resolver = memoryResolver(new Map(files.map(({ name, bytes }) => [name, bytes])));
    const options = { ...decoders, resolver, isAnimated: true, quickLook: isQuickLook ? {} : undefined };
    const { files: made, losses } = await convertFile(first.name, output, options);
    return { files: made.map((file) => ({ name: file.path, bytes: fileBytes(file) })), losses };
  } catch (error) {
    if (error instanceof ConvertError && error.at !== "") return { problem: `${error.at}: ${error.reason}` };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
