// Uploads a file in a process of its own: `node upload-in-process.ts BASE_URL KEY FILE`. Prints a line for every part.
import { Assets } from "../assets/assets.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import { createTransport } from "../transport/create-transport.ts";
import { readSettings } from "../transport/read-settings.ts";

const [, , baseUrl = "", apiKey = "", file = ""] = process.argv;
const assets = new Assets(createTransport(readSettings({ baseUrl, apiKey }), apiKey), nodePlatform);
const asset = await assets.upload(file, {
  onProgress: ({ phase, bytes }) => process.stdout.write(`${phase} ${bytes}\n`),
});
process.stdout.write(`${JSON.stringify(asset)}\n`);
