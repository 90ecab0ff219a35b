import { getUploadStatus, getUploadToken, type UploadStatus } from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";
import { resolveUrls } from "../transport/absolute-url.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";

/** Returns the state of an upload; see `Assets.status`. */
export async function uploadStatus(transport: Transport, taskId: string, options: CallOptions): Promise<UploadStatus> {
  const { ousToken: token, globalDomain: url } = await transport.call(getUploadToken, {}, options);
  const { d } = await transport.call(getUploadStatus, { query: { taskId } }, { ...options, upload: { url, token } });
  if (d == null) throw new ProtocolError(`${getUploadStatus.id}: the answer has no d: expected an object.`);
  resolveUrls(url, d, ["url"]);
  return d;
}
