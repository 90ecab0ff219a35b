import { getRenderFormat } from "@usdkit/contract";
import { formatGuide } from "../format-guide.ts";
import { handles, type Handler } from "../handler.ts";

export const getRenderFormatHandler: Handler = handles(getRenderFormat, async (_call, { settings }) => ({
  status: 200,
  body: formatGuide(settings),
}));
