// The gateway and the upload host at their cheapest, so that what is measured is the client: bodies are counted and thrown away.
// `node transfer-server.ts BLOCK_SIZE [FILE]`: prints its port. FILE is given at /file, in ranges as well.
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const [, , blockSize = "8388608", file] = process.argv;
let received = 0;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
  const json = (value: unknown): void => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(value));
  };
  switch (url.pathname) {
    case "/global/asset/v1/token":
      received = 0;
      return json({ ousToken: "token", globalDomain: url.origin, blockSize: Number(blockSize) });
    case "/ous/api/v2/block/upload/init": {
      const blocks = Number(url.searchParams.get("blocks"));
      const lackBlocks = Array.from({ length: blocks }, (_, part) => part);
      return json({ c: 0, d: { taskId: "task", lackBlocks, progress: 0, deduplicated: false } });
    }
    case "/ous/api/v2/single/upload":
      return json({ c: 0, d: { taskId: "task" } });
    case "/ous/api/v2/block/upload/part":
      return json({ c: 0, d: null });
    case "/ous/api/v2/upload/status":
      return json({ c: 0, d: { status: 5, url: `${url.origin}/file` } });
    case "/received":
      return json({ received });
    case "/file": {
      if (file === undefined) break;
      const { size } = statSync(file);
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, {
        etag: '"one"',
        "content-length": String(size - from),
        ...(from > 0 && { "content-range": `bytes ${from}-${size - 1}/${size}` }),
      });
      createReadStream(file, { start: from, highWaterMark: 1 << 20 }).pipe(response);
      return;
    }
    default:
  }
  response.writeHead(404).end();
}

const server = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => (received += chunk.length));
  request.on("end", () => answer(request, response));
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
