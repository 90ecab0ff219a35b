"""Extracts frames from a video with PyAV.

Arguments: video, folder for the frames, largest number of frames, "fisheye" or "plain".

The sharpest frame of each interval is kept, by the variance of the Laplacian. A fisheye frame is an equidistant circle of
200 degrees, as panoramic cameras write: one for each video stream, or two side by side in one. It is cut into perspective
views of 90 degrees, so that neither its border nor its distortion reaches the reconstruction. The view of one direction is
in one folder, and the views of one moment have one file name.

The last line printed is {"frames", "rigs"}. A rig is a list of {"folder", "rotation"}: views with one centre, and the
matrix, row by row, from the space of the first lens to theirs. The lenses face away from each other; how the second one
is turned about its axis is measured on the ring that both see. Without a clear answer each lens is a rig of its own.

Lines before it are {"progress": share}. An unusable video is {"error": text}; a missing Python package is
{"missing": name} and exit code 42.
"""

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
MAX_VIEW_SIDE = 640
FISHEYE_DEGREES = 200
VIEW_DEGREES = 90
# Yaw and pitch of the views cut from a fisheye, in degrees.
VIEWS = [(0, 0), (-45, 0), (45, 0), (0, -45), (0, 45)]
# Frames of two streams further apart in time are not of one moment.
SAME_MOMENT_SECONDS = 0.02
# The ring that both lenses see: samples around it, and its width in degrees.
RING_SAMPLES = 720
RING_DEGREES = 6
# Correlation of the two rings, and its distance from that of any other angle, that make an angle clear.
MIN_RING_CORRELATION = 0.4
MIN_RING_LEAD = 0.15

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

def frames_of(path, index, seconds):
    """Yields (time, frame) of a stream; of a long one only its key frames."""
    with av.open(path) as container:
        stream = container.streams.video[index]
        stream.thread_type = "AUTO"
        if seconds > MAX_FULL_SECONDS:
            stream.codec_context.skip_frame = "NONKEY"
        for decoded, frame in enumerate(container.decode(stream)):
            if frame.width * frame.height > MAX_PIXELS:
                raise Unusable(f"frames of {frame.width} x {frame.height} pixels are too large")
            if decoded >= MAX_DECODED:
                raise Unusable(f"it has more than {MAX_DECODED} frames")
            yield (None if frame.time is None else float(frame.time)), frame

def sharpest(path, index, wanted):
    """Yields (interval, time, frame) for each interval of a stream that has a frame."""
    start, seconds, count = span(path, index)
    wanted = max(1, min(wanted, count))
    best = None
    for decoded, (time, frame) in enumerate(frames_of(path, index, seconds)):
        time = start if time is None else time
        share = (time - start) / seconds if seconds > 0 else decoded / count
        interval = min(wanted - 1, max(0, int(share * wanted)))
        if best is not None and interval > best[0]:
            yield best[0], best[1], best[3]
            best = None
        score = sharpness(frame)
        if best is None or score > best[2]:
            best = (interval, time, score, frame)
    if best is not None:
        yield best[0], best[1], best[3]

def nearest(path, index, times):
    """Yields (interval, frame) of a stream at the times of another one, by interval; times without a frame are left out."""
    seconds = span(path, index)[1]
    wanted = sorted((time, interval) for interval, time in times.items())
    best = None
    for time, frame in frames_of(path, index, seconds):
        if time is None:
            continue
        while wanted and time > wanted[0][0] + SAME_MOMENT_SECONDS:
            if best is not None:
                yield wanted[0][1], best[1]
            best = None
            wanted.pop(0)
        if not wanted:
            return
        away = abs(time - wanted[0][0])
        if away <= SAME_MOMENT_SECONDS and (best is None or away < best[0]):
            best = (away, frame)
    if wanted and best is not None:
        yield wanted[0][1], best[1]

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

def about_x(angle):
    return np.array([[1, 0, 0], [0, math.cos(angle), -math.sin(angle)], [0, math.sin(angle), math.cos(angle)]])

def about_y(angle):
    return np.array([[math.cos(angle), 0, math.sin(angle)], [0, 1, 0], [-math.sin(angle), 0, math.cos(angle)]])

def about_z(angle):
    return np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]])

def lens_from_view(yaw, pitch):
    return about_y(math.radians(yaw)) @ about_x(math.radians(pitch))

def cut(circle, yaw, pitch, side):
    """A perspective view of an equidistant fisheye (rows, columns, 3): x to the right, y down, z forward."""
    half = math.tan(math.radians(VIEW_DEGREES / 2))
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    x, y = np.meshgrid(steps * half, steps * half)
    x, y, z = np.moveaxis(np.stack([x, y, np.ones_like(x)], -1) @ lens_from_view(yaw, pitch).T, -1, 0)
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

def ring(circle):
    """Brightness around the lens at 90 degrees from its axis, from x to the right over y down."""
    height, width = circle.shape[:2]
    angles = np.arange(RING_SAMPLES) / RING_SAMPLES * 2 * math.pi
    degrees = 90 + np.linspace(-RING_DEGREES / 2, RING_DEGREES / 2, 7)[:, None]
    distance = degrees / (FISHEYE_DEGREES / 2) * min(width, height) / 2
    u = np.clip(np.rint(width / 2 + distance * np.cos(angles) - 0.5), 0, width - 1).astype(np.int32)
    v = np.clip(np.rint(height / 2 + distance * np.sin(angles) - 0.5), 0, height - 1).astype(np.int32)
    profile = circle[v, u].astype(np.float64).mean(axis=(0, 2))
    return profile - profile.mean()

def turn_of_rear(rings):
    """How far the rear lens is turned about its axis, in radians; None if the rings do not tell. rings: (front, rear) each."""
    if not rings:
        return None
    total, front_power, rear_power = np.zeros(RING_SAMPLES), 0.0, 0.0
    for front, rear in rings:
        # A direction at the angle a of the front lens is at 180 degrees - a - turn of the rear one.
        mirrored = np.roll(rear[::-1], 1)
        total += np.fft.ifft(np.fft.fft(mirrored) * np.conj(np.fft.fft(front))).real
        front_power += float((front ** 2).sum())
        rear_power += float((rear ** 2).sum())
    total /= max(1e-9, math.sqrt(front_power * rear_power))
    best = int(np.argmax(total))
    # Angles within 10 degrees belong to the same peak.
    apart = np.abs((np.arange(RING_SAMPLES) - best + RING_SAMPLES // 2) % RING_SAMPLES - RING_SAMPLES // 2)
    others = total[apart > RING_SAMPLES // 36].max()
    if total[best] < MIN_RING_CORRELATION or total[best] - others < MIN_RING_LEAD:
        return None
    before, after = total[best - 1], total[(best + 1) % RING_SAMPLES]
    peak = best + 0.5 * (before - after) / min(-1e-9, before - 2 * total[best] + after)
    # mirrored(a + shift) = rear(-a - shift), which is rear(180 degrees - a - turn).
    return peak / RING_SAMPLES * 2 * math.pi + math.pi

def rigs_of(turn, lenses):
    """Views of a moment that have one centre, with their rotations."""
    from_rear = np.eye(3) if turn is None else about_y(math.pi) @ about_z(turn)
    views = [
        [
            {
                "folder": f"{lens}-{view}",
                "rotation": ((from_rear if lens == 1 else np.eye(3)) @ lens_from_view(*angles)).T.ravel().tolist(),
            }
            for view, angles in enumerate(VIEWS)
        ]
        for lens in range(lenses)
    ]
    return views if turn is None else [[*views[0], *views[1]]]

def take(path, folder, most, kind):
    with av.open(path) as container:
        streams = len(container.streams.video)
    if streams == 0:
        raise Unusable("it has no video stream")
    return take_frames(path, folder, most) if kind == "plain" else take_views(path, folder, most, streams)

def frames_wanted(path, most):
    return max(MIN_FRAMES, min(most, round(span(path, 0)[1] * FRAMES_PER_SECOND)))

def take_frames(path, folder, most):
    wanted = frames_wanted(path, most)
    rows = []
    for interval, time, frame in sharpest(path, 0, wanted):
        scale = min(1, MAX_SIDE / max(frame.width, frame.height))
        frame = frame.reformat(max(2, int(frame.width * scale)), max(2, int(frame.height * scale)))
        name = f"{interval:05d}.png"
        save(frame, os.path.join(folder, name))
        rows.append({"name": name, "time": time})
        print(json.dumps({"progress": len(rows) / wanted}), flush=True)
    return {"frames": rows, "rigs": []}

def take_views(path, folder, most, streams):
    rows, rings, times = [], {}, {}
    wanted = frames_wanted(path, most)

    def save_views(interval, lens, circle):
        side = max(64, min(MAX_VIEW_SIDE, min(circle.shape[:2]) // 2))
        for view, angles in enumerate(VIEWS):
            os.makedirs(os.path.join(folder, f"{lens}-{view}"), exist_ok=True)
            name = f"{lens}-{view}/{interval:05d}.png"
            save(av.VideoFrame.from_ndarray(cut(circle, *angles, side), format="rgb24"), os.path.join(folder, name))
            rows.append({"name": name, "time": times[interval]})
        rings.setdefault(interval, {})[lens] = ring(circle)
        print(json.dumps({"progress": min(1, len(rows) / (2 * len(VIEWS) * wanted))}), flush=True)

    for interval, time, frame in sharpest(path, 0, wanted):
        times[interval] = time
        for lens, circle in enumerate(circles(frame.to_ndarray(format="rgb24"))):
            save_views(interval, lens, circle)
    if streams > 1 and not any(1 in each for each in rings.values()):
        for interval, frame in nearest(path, 1, times):
            save_views(interval, 1, circles(frame.to_ndarray(format="rgb24"))[0])
    both = [(each[0], each[1]) for each in rings.values() if 1 in each]
    return {"frames": rows, "rigs": rigs_of(turn_of_rear(both), 2 if both else 1)}

if __name__ == "__main__":
    path, folder, most, kind = sys.argv[1:5]
    try:
        print(json.dumps(take(path, folder, int(most), kind)), flush=True)
    except Unusable as error:
        print(json.dumps({"error": str(error)}), flush=True)
    except av.FFmpegError as error:
        print(json.dumps({"error": f"it cannot be decoded ({type(error).__name__})"}), flush=True)
