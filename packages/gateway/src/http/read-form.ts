import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { UploadFailure } from "./api-failure.ts";
import { FileTooLarge, type FileStore } from "../files/file-store.ts";
import type { ReceivedFile } from "./handler.ts";

export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: ReceivedFile;
}

const LIMITS = { fieldNameSize: 100, fieldSize: 1024, fields: 16, files: 1, parts: 20, headerPairs: 32 };

/** Options for reading a form. */
export interface ReadFormOptions {
  readonly files: FileStore;
  /** Maximum file size in bytes. */
  readonly maxSize: number;
  /** Called when the fields were received, before the file. @throws {UploadFailure} */
  readonly onFields?: ((fields: Readonly<Record<string, string>>) => void) | undefined;
}

/**
 * Reads a form: fields followed by the part `file`, which is streamed to the disk.
 *
 * @throws {UploadFailure}
 */
export async function readForm(
  request: IncomingMessage,
  { files, maxSize, onFields }: ReadFormOptions,
): Promise<ReceivedForm> {
  const form = open(request);
  const fields = new Map<string, string>();
  let file: Promise<ReceivedFile> | undefined;
  let source: Readable | undefined;
  const received = new Promise<ReceivedForm>((resolve, reject) => {
    const fail = (message: string): void => reject(new UploadFailure(200, 400, message));
    // Busboy passes undefined for a missing name or file name, against its types.
    form.on("field", (given: string | undefined, value, nameTruncated, valueTruncated) => {
      const name = given ?? "";
      if (file !== undefined) fail(`form: expected ${JSON.stringify(name)} before the part "file"`);
      else if (nameTruncated || valueTruncated) fail("form: a field is too long");
      else if (fields.has(name)) fail(`form: ${JSON.stringify(name)} is given twice`);
      else fields.set(name, value);
    });
    form.on("file", (part: string | undefined, stream, fileName: string | undefined) => {
      if (part !== "file") {
        stream.resume();
        fail(`form: expected a part named "file", found ${JSON.stringify((part ?? "").slice(0, 100))}`);
        return;
      }
      try {
        onFields?.(Object.fromEntries(fields));
      } catch (error) {
        stream.resume();
        reject(error);
        return;
      }
      source = stream;
      file = files.receive(stream, maxSize).then((sum) => ({ ...sum, name: fileName ?? "" }));
      file.catch(reject);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      form.on(limit, () => fail("form: it has too many parts"));
    }
    form.on("error", (error) => fail(`form: ${error instanceof Error ? error.message : "it is broken"}`));
    form.on("finish", () => {
      if (file === undefined) fail('form: expected a part named "file"');
      else file.then((got) => resolve({ fields: Object.fromEntries(fields), file: got }), reject);
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) reject(new Error("the connection ended within the form"));
    });
    request.pipe(form);
  });
  try {
    return await received;
  } catch (error) {
    request.unpipe(form);
    form.destroy();
    // A destroyed form does not end the stream of its file.
    source?.destroy();
    const left = await file?.catch(() => undefined);
    if (left !== undefined) await files.discard(left.path);
    if (error instanceof FileTooLarge) throw new UploadFailure(413, 413, `file: ${error.message}`);
    throw error;
  }
}

function open({ headers }: IncomingMessage): BusboyInstance {
  const type = headers["content-type"];
  if (type === undefined || !/^multipart\/form-data\b/i.test(type)) {
    throw new UploadFailure(200, 400, "expected the content type multipart/form-data");
  }
  try {
    return new Busboy({ headers: { ...headers, "content-type": type }, limits: LIMITS });
  } catch (error) {
    throw new UploadFailure(200, 400, error instanceof Error ? error.message : "the form cannot be read");
  }
}
