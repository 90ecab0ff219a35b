"""Computes points and cameras from images with pycolmap.

Arguments: a JSON file with a plan, the folder of the images, an empty folder for the model. The plan is
{"groups": [{"folder", "isVideo", "fieldOfView", "rigs"}]}: folders within the one of the images, and the rigs of frames.py.

A frame of a video is matched with the following ones, a photo with all images. Views of a panoramic video are matched by
moment; their cameras and their positions relative to each other are known and stay as they are.

The model is points.bin, float32 x y z and red green blue from 0 to 1 for each point, and cameras.json.

The last line printed is {"used", "given", "models"}: the images of the written model, all images, and how many models
there are. Lines before it are {"progress": share}. An unusable set of images is {"error": text}; a missing Python package
is {"missing": name} and exit code 42.
"""

import itertools, json, math, os, struct, sys, threading
try:
    import numpy as np
    import pycolmap
except ImportError:
    print(json.dumps({"missing": "pycolmap"}), flush=True)
    sys.exit(42)

# The caller holds the other end of standard input: it ends with the caller.
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()

def progress(value):
    print(json.dumps({"progress": value}), flush=True)

# Images of these distances are matched: neighbours, and a few further ones in case a camera returns or a match fails.
FRAME_STEPS = [*range(1, 21), 32, 64, 128]
MOMENT_STEPS = [1, 2, 4]
# Every n-th frame is matched with those of other videos.
FRAMES_APART = 4
# Ten views see each point several times, so fewer features of each suffice.
MAX_VIEW_FEATURES = 600
MAX_SECONDS = 360
# Different results of the same images would be hard to explain.
SEED = 1

def by_camera(images, group):
    """Yields (names, mode): images that share a camera as far as can be known."""
    if group["isVideo"]:
        yield group["names"], pycolmap.CameraMode.PER_FOLDER
        return
    sizes = {}
    for name in group["names"]:
        camera = pycolmap.infer_camera_from_image(os.path.join(images, name))
        # Photos with a focal length in their EXIF data are told apart by it.
        sizes.setdefault(None if camera.has_prior_focal_length else (camera.width, camera.height), []).append(name)
    for size, names in sizes.items():
        # Images of one size are mostly of one camera; a camera for each cannot be calibrated.
        yield names, pycolmap.CameraMode.AUTO if size is None else pycolmap.CameraMode.SINGLE

def extract(database, images, groups):
    for at, group in enumerate(groups):
        for names, mode in by_camera(images, group):
            options = pycolmap.ImageReaderOptions()
            extraction = pycolmap.FeatureExtractionOptions()
            if group["fieldOfView"] is not None:
                size = pycolmap.Bitmap.read(os.path.join(images, names[0]), True)
                focal = size.width / 2 / math.tan(math.radians(group["fieldOfView"] / 2))
                options.camera_model = "SIMPLE_PINHOLE"
                options.camera_params = f"{focal},{size.width / 2},{size.height / 2}"
                extraction.sift.max_num_features = MAX_VIEW_FEATURES
            pycolmap.extract_features(database, images, names, mode, options, extraction)
        progress(0.3 * (at + 1) / len(groups))

def add_rigs(database, groups):
    """Adds the rigs of the groups. Returns the ids of their cameras and of the rigs themselves."""
    prefixes, configs = [], []
    for group in groups:
        for rig in group["rigs"]:
            config = []
            for at, view in enumerate(rig):
                camera = pycolmap.RigConfigCamera()
                camera.image_prefix = f"{group['folder']}/{view['folder']}/"
                camera.ref_sensor = at == 0
                if at > 0:
                    rotation = pycolmap.Rotation3d(np.array(view["rotation"]).reshape(3, 3))
                    camera.cam_from_rig = pycolmap.Rigid3d(rotation, np.zeros(3))
                config.append(camera)
                prefixes.append(camera.image_prefix)
            configs.append(pycolmap.RigConfig(cameras=config))
    if not configs:
        return set(), set()
    with pycolmap.Database.open(database) as opened:
        pycolmap.apply_rig_config(configs, opened)
        cameras = {image.camera_id for image in opened.read_all_images() if image.name.startswith(tuple(prefixes))}
        rigs = {rig.rig_id for rig in opened.read_all_rigs() if rig.num_sensors() > 1}
    return cameras, rigs

def pairs_within(group):
    names = group["names"]
    if not group["isVideo"]:
        return itertools.combinations(names, 2)
    if not group["rigs"]:
        return [(name, names[i + step]) for step in FRAME_STEPS for i, name in enumerate(names[:-step])]
    moments = {}
    for name in names:
        moments.setdefault(os.path.basename(name), []).append(name)
    views = [moments[moment] for moment in sorted(moments)]
    steps = [(views[i], views[i + step]) for step in MOMENT_STEPS for i in range(len(views) - step)]
    return [pair for one, other in steps for pair in itertools.product(one, other)]

def pairs_between(one, other):
    if not (one["isVideo"] and other["isVideo"]):
        return itertools.product(one["names"], other["names"])
    return itertools.product(one["names"][::FRAMES_APART], other["names"][::FRAMES_APART])

def match(database, groups, folder):
    pairs = itertools.chain(
        *(pairs_within(group) for group in groups),
        *(pairs_between(one, other) for one, other in itertools.combinations(groups, 2)),
    )
    pairing = pycolmap.ImportedPairingOptions()
    pairing.match_list_path = os.path.join(folder, "pairs.txt")
    with open(pairing.match_list_path, "w") as file:
        file.writelines(f"{one} {other}\n" for one, other in pairs)
    pycolmap.match_image_pairs(database, pairing_options=pairing)
    progress(0.5)

def reconstruct(database, images, folder, known, is_video):
    options = pycolmap.IncrementalPipelineOptions()
    if is_video:
        # What COLMAP's automatic reconstruction sets for videos: frames are close together.
        options.mapper.init_min_tri_angle /= 2
        options.ba_global_frames_ratio = 1.4
        options.ba_global_points_ratio = 1.4
    options.random_seed = SEED
    options.max_runtime_seconds = MAX_SECONDS
    cameras, rigs = known
    options.constant_cameras = cameras
    options.constant_rigs = rigs
    return pycolmap.incremental_mapping(database, images, folder, options)

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
    plan, images, folder = sys.argv[1:4]
    groups = json.load(open(plan))["groups"]
    for group in groups:
        places = os.walk(os.path.join(images, group["folder"]))
        group["names"] = sorted(os.path.relpath(os.path.join(place, name), images) for place, _, names in places for name in names)
    groups = [group for group in groups if group["names"]]
    database = os.path.join(folder, "features.db")
    extract(database, images, groups)
    known = add_rigs(database, groups)
    match(database, groups, folder)
    maps = reconstruct(database, images, folder, known, all(group["isVideo"] for group in groups))
    if maps:
        best = max(maps.values(), key=lambda each: each.num_points3D())
        write(best, folder)
        progress(0.95)
        given = sum(len(group["names"]) for group in groups)
        print(json.dumps({"used": best.num_reg_images(), "given": given, "models": len(maps)}), flush=True)
    else:
        print(json.dumps({"error": "the images do not fit together: too little of one is seen in another"}), flush=True)
