import { OutcomeUnknownError } from "@usdkit/client";
import { nameOf, quitLater, type Activity } from "./activity.ts";

/** A file that is uploaded, of one part or several, and perhaps once more. */
export const upload: Activity = async (world, { client }) => {
  const { random, service, problems, weather } = world;
  const bytes = Uint8Array.from({ length: random.between(1, 200) }, () => random.between(0, 255));
  const quit = quitLater(world, 0.1, 20_000);
  const urls: string[] = [];
  for (let i = random.pick([1, 1, 2]); i > 0; i--) {
    try {
      const { url } = await client.assets.upload(bytes, { name: "a.bin", signal: quit.signal });
      urls.push(url);
    } catch (error) {
      const said = nameOf(error);
      if (weather.calm && said !== "Quit" && !(error instanceof OutcomeUnknownError)) {
        problems.push(`an upload failed though all was well: ${String(error)}`);
      }
    }
  }
  return () => {
    for (const url of urls) {
      if (service.uploads.file(url)?.equals(bytes) !== true)
        problems.push(`${url} was called uploaded and holds other bytes`);
    }
  };
};
