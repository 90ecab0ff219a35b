/** A Python script (PyAV) that extracts frames from a video. */

/** Exit code for a missing Python package; its pip name is on standard output. */
export const EXIT_MISSING_PACKAGE = 42;

/**
 * Arguments: video, folder for the frames, largest number of frames, "fisheye" or "plain".
 *
 * The sharpest frame of each interval is kept, by the variance of the Laplacian. A fisheye frame is an equidistant circle of
 * 200 degrees, as panoramic cameras write: one for each video stream, or two side by side in one. It is cut into perspective
 * views of 90 degrees, so that neither its border nor its distortion reaches the reconstruction.
 */
export const framesScript: string = String.raw`
import json, math, os, sys, threading
from fractions import Fraction
try:
    import numpy as np
    import av
except ImportError:
    print(json.dumps({"missing": "av"}), flush=True)
    sys.exit(42)

# The caller holds the other end of standard input: it ends with the caller.
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()

FRAMES_PER_SECOND = 2
MIN_FRAMES = 20
MAX_PIXELS = 64_000_000
MAX_DECODED = 40_000
# Longer videos are decoded at their key frames only.
MAX_FULL_SECONDS = 600
MAX_SIDE = 1600
FISHEYE_DEGREES = 200
VIEW_DEGREES = 90
# Yaw and pitch of the views cut from a fisheye, in degrees.
VIEWS = [(0, 0), (-45, 0), (45, 0), (0, -45), (0, 45)]

class Unusable(Exception):
    pass

def span(path, index):
    """Seconds of a video stream, and how many frames it has."""
    with av.open(path) as container:
        stream = container.streams.video[index]
        base = stream.time_base or 0
        count, first, last = 0, None, None
        for packet in container.demux(stream):
            if packet.size == 0 or packet.pts is None:
                continue
            count += 1
            first = packet.pts if first is None else min(first, packet.pts)
            last = packet.pts if last is None else max(last, packet.pts)
        if count == 0:
            raise Unusable("it has no frames")
        return float(first * base), float((last - first) * base), count

def sharpness(frame):
    scale = min(1, 320 / max(frame.width, frame.height))
    gray = frame.reformat(max(8, int(frame.width * scale)), max(8, int(frame.height * scale)), "gray")
    pixels = gray.to_ndarray().astype(np.float32)
    inner = pixels[1:-1, 1:-1] * 4 - pixels[:-2, 1:-1] - pixels[2:, 1:-1] - pixels[1:-1, :-2] - pixels[1:-1, 2:]
    return float(inner.var())

def sharpest(path, index, wanted):
    """Yields (interval, time, frame) for each interval of a stream that has a frame."""
    start, seconds, count = span(path, index)
    wanted = max(1, min(wanted, count))
    with av.open(path) as container:
        stream = container.streams.video[index]
        stream.thread_type = "AUTO"
        if seconds > MAX_FULL_SECONDS:
            stream.codec_context.skip_frame = "NONKEY"
        best, decoded = None, 0
        for frame in container.decode(stream):
            if frame.width * frame.height > MAX_PIXELS:
                raise Unusable(f"frames of {frame.width} x {frame.height} pixels are too large")
            decoded += 1
            if decoded > MAX_DECODED:
                raise Unusable(f"it has more than {MAX_DECODED} frames")
            time = start if frame.time is None else float(frame.time)
            share = (time - start) / seconds if seconds > 0 else (decoded - 1) / count
            interval = min(wanted - 1, max(0, int(share * wanted)))
            if best is not None and interval > best[0]:
                yield best[0], best[1], best[3]
                best = None
            score = sharpness(frame)
            if best is None or score > best[2]:
                best = (interval, time, score, frame)
        if best is not None:
            yield best[0], best[1], best[3]

def save(frame, path):
    codec = av.CodecContext.create("png", "w")
    codec.width, codec.height, codec.pix_fmt = frame.width, frame.height, "rgb24"
    codec.time_base = Fraction(1, 25)
    frame = frame.reformat(format="rgb24")
    frame.pts = 0
    packets = codec.encode(frame) + codec.encode(None)
    with open(path, "wb") as file:
        for packet in packets:
            file.write(bytes(packet))

def cut(circle, yaw, pitch, side):
    """A perspective view of an equidistant fisheye (rows, columns, 3): x to the right, y down, z forward."""
    half = math.tan(math.radians(VIEW_DEGREES / 2))
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.meshgrid(steps * half, steps * half)
    z = np.ones_like(x)
    a, b = math.radians(pitch), math.radians(yaw)
    y, z = y * math.cos(a) - z * math.sin(a), y * math.sin(a) + z * math.cos(a)
    x, z = x * math.cos(b) + z * math.sin(b), -x * math.sin(b) + z * math.cos(b)
    height, width = circle.shape[:2]
    radius = min(width, height) / 2
    theta = np.arctan2(np.hypot(x, y), z)
    distance = theta / math.radians(FISHEYE_DEGREES / 2) * radius
    flat = np.maximum(np.hypot(x, y), 1e-9)
    u = np.clip(width / 2 + distance * x / flat - 0.5, 0, width - 1.001)
    v = np.clip(height / 2 + distance * y / flat - 0.5, 0, height - 1.001)
    u0, v0 = u.astype(np.int32), v.astype(np.int32)
    fu, fv = (u - u0)[..., None], (v - v0)[..., None]
    pixels = circle.astype(np.float32)
    top = pixels[v0, u0] * (1 - fu) + pixels[v0, u0 + 1] * fu
    bottom = pixels[v0 + 1, u0] * (1 - fu) + pixels[v0 + 1, u0 + 1] * fu
    return np.rint(top * (1 - fv) + bottom * fv).astype(np.uint8)

def circles(pixels):
    height, width = pixels.shape[:2]
    return [pixels[:, : width // 2], pixels[:, width // 2 :]] if width >= 2 * height else [pixels]

def take(path, folder, most, kind):
    with av.open(path) as container:
        streams = len(container.streams.video)
    if streams == 0:
        raise Unusable("it has no video stream")
    if kind == "plain":
        _, seconds, count = span(path, 0)
        wanted = max(MIN_FRAMES, min(most, round(seconds * FRAMES_PER_SECOND)))
        rows = []
        for interval, time, frame in sharpest(path, 0, wanted):
            scale = min(1, MAX_SIDE / max(frame.width, frame.height))
            frame = frame.reformat(max(2, int(frame.width * scale)), max(2, int(frame.height * scale)))
            name = f"{interval:05d}.png"
            save(frame, os.path.join(folder, name))
            rows.append({"name": name, "time": time})
            print(json.dumps({"progress": len(rows) / wanted}), flush=True)
        return rows
    used = min(streams, 2)
    rows = []
    moments = max(1, most // (used * len(VIEWS)))
    for index in range(used):
        for interval, time, frame in sharpest(path, index, moments):
            for lens, circle in enumerate(circles(frame.to_ndarray(format="rgb24"))):
                side = max(64, min(MAX_SIDE // 2, min(circle.shape[:2]) // 2))
                for view, (yaw, pitch) in enumerate(VIEWS):
                    name = f"{interval:05d}-{index + lens}-{view}.png"
                    image = av.VideoFrame.from_ndarray(cut(circle, yaw, pitch, side), format="rgb24")
                    save(image, os.path.join(folder, name))
                    rows.append({"name": name, "time": time})
            print(json.dumps({"progress": (index + interval / moments) / used}), flush=True)
    return rows

if __name__ == "__main__":
    path, folder, most, kind = sys.argv[1:5]
    try:
        print(json.dumps({"frames": take(path, folder, int(most), kind)}), flush=True)
    except Unusable as error:
        print(json.dumps({"error": str(error)}), flush=True)
    except av.FFmpegError as error:
        print(json.dumps({"error": f"it cannot be decoded ({type(error).__name__})"}), flush=True)
`;
