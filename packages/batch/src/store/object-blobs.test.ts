import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ObjectBlobs } from "./object-blobs.ts";

test("a store that ignores ranges gives the same parts as one that has them", async () => {
  const object = Buffer.from("0123456789");
  let hasRanges = false;
  const server = createServer((request, response) => {
    const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/u.exec(request.headers.range ?? "") ?? [];
    const part = from === "" ? object.subarray(-Number(to)) : object.subarray(Number(from), Number(to) + 1);
    if (hasRanges) response.writeHead(part.length > 0 ? 206 : 416).end(part);
    else response.writeHead(200).end(object);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
    const blobs = new ObjectBlobs("s3://bucket/cache", { ...keys, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` });
    for (hasRanges of [true, false]) {
      const read = async (part: Parameters<typeof blobs.get>[1]): Promise<string> =>
        Buffer.from((await blobs.get("pack", part)) ?? []).toString();
      expect([
        await read({ last: 3 }),
        await read({ last: 30 }),
        await read({ start: 2, length: 4 }),
        await read({ start: 8, length: 9 }),
        await read({ start: 12, length: 1 }),
      ]).toEqual(["789", "0123456789", "2345", "89", ""]);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
