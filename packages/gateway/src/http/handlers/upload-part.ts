import { limits, uploadPart, uploadPartRange, uploadStatuses } from "@usdkit/contract";
import { UploadFailure } from "../api-failure.ts";
import { handles, type AdmitFile, type Handler } from "../handler.ts";

const { waiting, receiving, assembling, success } = uploadStatuses;

const admitPart: AdmitFile = ({ taskId = "" }, user, { partSlots }) => {
  const release = partSlots.take(JSON.stringify([user, taskId]));
  if (release !== undefined) return release;
  throw new UploadFailure(429, 429, `taskId: at most ${limits.partsAtOnce} parts of a file at a time`);
};

export const uploadPartHandler: Handler = handles(
  uploadPart,
  async (call, { storage, uploads, settings }) => {
    const { taskId, partNumber, md5 } = call.request.form;
    const { user } = call.token();
    const file = call.file();
    const upload = await storage.uploads.get(taskId);
    if (upload === undefined || upload.user !== user || !upload.parts) {
      throw new UploadFailure(200, 404, "taskId: unknown upload in parts");
    }
    // The client repeats the request if the response was lost.
    if (upload.status === success || upload.status === assembling) return { status: 200, body: { c: 0, d: null } };
    if (upload.status !== waiting && upload.status !== receiving) {
      throw new UploadFailure(200, 409, "taskId: this upload has failed; start a new one");
    }
    if (partNumber >= upload.blocks) throw new UploadFailure(200, 400, `partNumber: expected below ${upload.blocks}`);
    const { start, end } = uploadPartRange(partNumber, upload.size, settings.blockSize);
    if (file.size !== end - start) {
      throw new UploadFailure(
        200,
        400,
        `file: expected ${end - start} bytes as part ${partNumber}, found ${file.size}`,
      );
    }
    if (md5 !== undefined && file.md5 !== md5) throw new UploadFailure(200, 400, `md5: the part's is ${file.md5}`);
    await uploads.parts.keep(file.path, taskId, partNumber);
    await storage.uploads.addPart(taskId, partNumber, file.size);
    if (upload.status === waiting) await storage.uploads.move(taskId, [waiting], receiving);
    await uploads.finishIfWhole(upload);
    return { status: 200, body: { c: 0, d: null } };
  },
  admitPart,
);
