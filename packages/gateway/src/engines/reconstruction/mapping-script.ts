/** A Python script (pycolmap) that computes points and cameras from images. */

/** Number of values per point in `points.bin`, as float32: x y z, red green blue from 0 to 1. */
export const POINT_VALUES = 6;

/**
 * Arguments: a JSON file `{ groups: [{ folder, isOneCamera, fieldOfView }] }` whose folders are within the one of the images,
 * "ordered" or "unordered", the folder of the images, an empty folder for the model.
 *
 * Images of a video are matched with the following ones; other images with all.
 */
export const mappingScript: string = String.raw`
import json, math, os, struct, sys, threading
try:
    import pycolmap
except ImportError:
    print(json.dumps({"missing": "pycolmap"}), flush=True)
    sys.exit(42)

# The caller holds the other end of standard input: it ends with the caller.
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()

def progress(value):
    print(json.dumps({"progress": value}), flush=True)

def extract(database, images, groups):
    for at, group in enumerate(groups):
        folder = group["folder"]
        names = sorted(os.path.join(folder, name) for name in os.listdir(os.path.join(images, folder)))
        if not names:
            continue
        options = pycolmap.ImageReaderOptions()
        if group["isOneCamera"]:
            mode = pycolmap.CameraMode.PER_FOLDER
            if group["fieldOfView"] is not None:
                size = pycolmap.Bitmap.read(os.path.join(images, names[0]), True)
                focal = size.width / 2 / math.tan(math.radians(group["fieldOfView"] / 2))
                options.camera_model = "SIMPLE_PINHOLE"
                options.camera_params = f"{focal},{size.width / 2},{size.height / 2}"
        else:
            mode = pycolmap.CameraMode.AUTO
        pycolmap.extract_features(database, images, names, mode, options)
        progress(0.3 * (at + 1) / len(groups))

def match(database, order):
    if order == "unordered":
        pycolmap.match_exhaustive(database)
    else:
        options = pycolmap.SequentialPairingOptions()
        options.overlap = 20
        pycolmap.match_sequential(database, pairing_options=options)
    progress(0.5)

def write(model, folder):
    with open(os.path.join(folder, "points.bin"), "wb") as file:
        for point in model.points3D.values():
            file.write(struct.pack("<6f", *point.xyz, *(c / 255 for c in point.color)))
    cameras = []
    for image in model.images.values():
        if not image.has_pose:
            continue
        camera = model.cameras[image.camera_id]
        rotation = image.cam_from_world().rotation.matrix()
        cameras.append({
            "image": image.name,
            "rotation": [float(value) for row in rotation for value in row],
            "position": [float(value) for value in image.projection_center()],
            "horizontalFieldOfView": 2 * math.degrees(math.atan(camera.width / 2 / camera.mean_focal_length())),
        })
    cameras.sort(key=lambda camera: camera["image"])
    with open(os.path.join(folder, "cameras.json"), "w") as file:
        json.dump(cameras, file)

if __name__ == "__main__":
    plan, order, images, folder = sys.argv[1:5]
    groups = json.load(open(plan))["groups"]
    database = os.path.join(folder, "features.db")
    extract(database, images, groups)
    match(database, order)
    maps = pycolmap.incremental_mapping(database, images, folder)
    if maps:
        write(max(maps.values(), key=lambda each: each.num_points3D()), folder)
        progress(0.95)
    else:
        print(json.dumps({"error": "the images do not fit together: too little of one is seen in another"}), flush=True)
`;
