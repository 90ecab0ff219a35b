import { getUploadStatus } from "@usdkit/contract";
import { UploadFailure } from "../api-failure.ts";
import { handles, type Handler } from "../handler.ts";
import { bytesOf, fileUrl } from "../uploads.ts";

export const getUploadStatusHandler: Handler = handles(getUploadStatus, async (call, { storage, addresses }) => {
  const { user, latestUpload } = call.token();
  const taskId = call.request.query.taskId ?? latestUpload;
  const upload = taskId === null ? undefined : await storage.uploads.get(taskId);
  if (upload === undefined || upload.user !== user) {
    throw new UploadFailure(200, 404, "no upload was started with this token");
  }
  const { id, status, name, size, message, fileId, parts, blocks } = upload;
  const d = {
    taskId: id,
    status,
    name,
    size,
    ...(message !== null && { message }),
    ...(fileId !== null && { url: fileUrl(addresses().base, { id: fileId, name }) }),
  };
  if (!parts) return { status: 200, body: { c: 0, d } };
  if (fileId !== null) return { status: 200, body: { c: 0, d: { ...d, lackBlocks: [], progress: 1 } } };
  const there = await storage.uploads.listParts(id);
  const lackBlocks = Array.from({ length: blocks }, (_, part) => part).filter((part) => !there.has(part));
  const progress = Math.min(1, bytesOf(there) / size);
  return { status: 200, body: { c: 0, d: { ...d, lackBlocks, progress } } };
});
