/** The endpoints of assets. */
export { getUploadStatus } from "./get-upload-status.ts";
export { getUploadToken } from "./get-upload-token.ts";
export { initUpload } from "./init-upload.ts";
export { uploadPart } from "./upload-part.ts";
export { uploadSingle } from "./upload-single.ts";
