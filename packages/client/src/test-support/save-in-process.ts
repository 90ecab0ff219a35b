// Saves a URL in a process of its own: `node save-in-process.ts URL PATH`. Prints a line for every piece.
import { SpatialClient } from "../node-client.ts";

const [, , url = "", path = ""] = process.argv;
const client = new SpatialClient({ baseUrl: "http://127.0.0.1:1", apiKey: "none", retry: { attempts: 2 } });
try {
  const saved = await client.saveFile(url, path, {
    onProgress: ({ bytes }) => process.stdout.write(`${bytes}\n`),
  });
  process.stdout.write(`${JSON.stringify(saved)}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ name: (error as Error).name, message: (error as Error).message })}\n`);
}
