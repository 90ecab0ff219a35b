import { uploadSingle, uploadStatuses } from "@usdkit/contract";
import { handles, type Handler } from "../handler.ts";
import { tameName } from "../uploads.ts";

export const uploadSingleHandler: Handler = handles(uploadSingle, async (call, service) => {
  const { storage, files, uploads, clock } = service;
  const { hash, user } = call.token();
  const { path, name, size, md5 } = call.file();
  const id = files.makeId();
  const row = { id, user, parts: false, md5, size, blocks: 1, name: tameName(name), message: null, fileId: null };
  const known = await storage.files.find(user, { md5, size });
  if (known?.name === row.name) {
    // The file that a caller did not learn the URL of has that URL still.
    await files.discard(path);
    await storage.uploads.begin(hash, { ...row, status: uploadStatuses.success, fileId: known.id, time: clock.now() });
    return { status: 200, body: { c: 0, d: { taskId: id } } };
  }
  await storage.uploads.begin(hash, { ...row, status: uploadStatuses.assembling, time: clock.now() });
  await storage.uploads.finish(id, await uploads.makeFile(path, { user, name, size, md5 }));
  return { status: 200, body: { c: 0, d: { taskId: id } } };
});
