// Loaded before a command: tells at its end, on descriptor 3, how much memory the process had at most, in bytes.
import { writeSync } from "node:fs";

process.on("exit", () => {
  writeSync(3, String(process.resourceUsage().maxRSS * 1024));
});
