import { getUploadToken, limits } from "@usdkit/contract";
import { hashSecret, makeSecret } from "../../access/api-keys.ts";
import { handles, type Handler } from "../handler.ts";

export const getUploadTokenHandler: Handler = handles(getUploadToken, async ({ user }, service) => {
  const ousToken = makeSecret();
  const expires = service.clock.now() + limits.uploadTokenLifetimeMs;
  await service.storage.uploads.addToken(hashSecret(ousToken), { user, expires });
  const { blockSize } = service.settings;
  return { status: 200, body: { ousToken, globalDomain: service.addresses().upload, blockSize } };
});
