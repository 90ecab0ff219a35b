// A gateway that measures its event loop: the processor time of the longest turn since it was last asked, in milliseconds.
// Processor time, since on a busy machine a process also waits for its turn on the processor.

import { startGateway } from "@usdkit/gateway";
import { KEY } from "../../gateway/gateway-process.ts";

const data = process.argv[2] ?? "";
const gateway = await startGateway({ data, apiKeys: new Map([[KEY, "demo"]]), missingAssets: "skip" });
let longest = 0;
let last = process.threadCpuUsage();

function turn(): void {
  const now = process.threadCpuUsage();
  longest = Math.max(longest, (now.user - last.user + now.system - last.system) / 1000);
  last = now;
  setImmediate(turn);
}

process.on("message", () => {
  process.send?.({ longest });
  longest = 0;
});
process.on("disconnect", () => process.exit(0));
turn();
process.send?.({ url: gateway.url });
