import { initUpload, uploadPartCount, uploadStatuses } from "@usdkit/contract";
import { UploadFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { bytesOf, tameName } from "../uploads.ts";

export const initUploadHandler: Handler = handles(initUpload, async (call, service) => {
  const { storage, files, settings, clock } = service;
  const { md5, size, blocks, name, customFilename } = call.request.query;
  const { hash, user } = call.token();
  if (size > settings.maxFileSize) {
    throw new UploadFailure(413, 413, `size: expected at most ${settings.maxFileSize} bytes`);
  }
  const expected = uploadPartCount(size, settings.blockSize);
  if (blocks !== expected) {
    throw new UploadFailure(200, 400, `blocks: expected ${expected}, the size by parts of ${settings.blockSize} bytes`);
  }
  const given = { md5, size, blocks };
  const row = { user, parts: true, ...given, name: tameName(customFilename || name), message: null, time: clock.now() };

  const known = await storage.files.find(user, given);
  if (known !== undefined) {
    const id = files.makeId();
    await storage.uploads.begin(hash, { ...row, id, status: uploadStatuses.success, fileId: known.id });
    return { status: 200, body: { c: 0, d: { taskId: id, lackBlocks: [], progress: 1, deduplicated: true } } };
  }
  const begun = await storage.uploads.find(user, given);
  if (begun === undefined) {
    const id = files.makeId();
    await storage.uploads.begin(hash, { ...row, id, status: uploadStatuses.waiting, fileId: null });
    const lackBlocks = Array.from({ length: blocks }, (_, part) => part);
    return { status: 200, body: { c: 0, d: { taskId: id, lackBlocks, progress: 0, deduplicated: false } } };
  }
  await storage.uploads.takeUp(hash, begun.id);
  const parts = await storage.uploads.listParts(begun.id);
  const lackBlocks = Array.from({ length: blocks }, (_, part) => part).filter((part) => !parts.has(part));
  const progress = Math.min(1, bytesOf(parts) / size);
  // All parts were received, but the process ended before it assembled them.
  if (lackBlocks.length === 0) await service.uploads.finishIfWhole(begun);
  return { status: 200, body: { c: 0, d: { taskId: begun.id, lackBlocks, progress, deduplicated: false } } };
});
