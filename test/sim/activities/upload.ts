import { OutcomeUnknownError } from "@usdkit/client";
import { nameOf, quitLater, type Activity } from "./activity.ts";

/** Tokens that one upload may take, whatever goes wrong. */
const MAX_TOKENS = 40;

/** A file that is uploaded, of one part or several, and perhaps once more. */
export const upload: Activity = async (world, { client }) => {
  const { random, service, network, problems, weather, trace } = world;
  const bytes = Uint8Array.from({ length: random.between(1, 200) }, () => random.between(0, 255));
  const quit = quitLater(world, 0.1, 20_000);
  const urls: string[] = [];
  const uploads = random.pick([1, 1, 2]);
  for (let i = 0; i < uploads; i++) {
    let end = "done";
    try {
      const { url } = await client.assets.upload(bytes, { name: "a.bin", signal: quit.signal });
      urls.push(url);
    } catch (error) {
      end = nameOf(error);
      if (weather.calm && end !== "Quit" && !(error instanceof OutcomeUnknownError)) {
        problems.push(`an upload failed though all was well: ${String(error)}`);
      }
    }
    trace(`upload: ${end}`);
  }
  return () => {
    for (const url of urls) {
      if (Buffer.compare(service.file(url) ?? new Uint8Array(), bytes) !== 0)
        problems.push(`${url} was called uploaded and has other bytes`);
    }
    const tokens = network.sent.filter(({ arrival }) => arrival.path.endsWith("/asset/v1/token")).length;
    if (tokens > MAX_TOKENS * 6) problems.push(`${tokens} tokens were asked for`);
  };
};
