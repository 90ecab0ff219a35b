// Loaded before a command: reports at its end, on descriptor 3, the peak memory of the process in bytes.
import { writeSync } from "node:fs";

process.on("exit", () => {
  writeSync(3, String(process.resourceUsage().maxRSS * 1024));
});
