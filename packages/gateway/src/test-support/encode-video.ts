// Encodes videos of images with PyAV and the python3 on the PATH.

import { spawnSync } from "node:child_process";

/** Why worlds of images and videos cannot be tested; undefined if they can. */
export const noReconstruction: string | undefined =
  spawnSync("python3", ["-c", "import pycolmap, av"]).status === 0
    ? undefined
    : "the python3 on the PATH has no pycolmap or no PyAV (pip install pycolmap av)";

const script = `
import json, sys
from fractions import Fraction
import av
plan = json.loads(sys.stdin.read())
with av.open(plan["output"], "w", format="mp4") as container:
    streams = []
    for paths in plan["streams"]:
        stream = container.add_stream(plan["codec"], rate=plan["rate"])
        with av.open(paths[0]) as image:
            frame = next(image.decode(video=0))
        stream.width, stream.height, stream.pix_fmt = frame.width, frame.height, "yuv420p"
        stream.bit_rate = 8_000_000
        streams.append(stream)
    for i in range(len(plan["streams"][0])):
        for stream, paths in zip(streams, plan["streams"]):
            with av.open(paths[i]) as image:
                frame = next(image.decode(video=0)).reformat(format="yuv420p")
            frame.pts = i
            frame.time_base = Fraction(1, plan["rate"])
            for packet in stream.encode(frame):
                container.mux(packet)
    for stream in streams:
        for packet in stream.encode(None):
            container.mux(packet)
`;

/** Writes a video with one or more streams of images in an MP4 container, regardless of its extension. */
export function encodeVideo(output: string, streams: readonly (readonly string[])[], rate: number): void {
  const input = JSON.stringify({ output, streams, rate, codec: "mpeg4" });
  const { status, stderr } = spawnSync("python3", ["-c", script], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`the video was not encoded: ${stderr}`);
}
