// In the browser: draws a GLB with three.js under the environment of the full look, and sends the pixels back.

import * as THREE from "three";
import { MeshoptDecoder } from "three/addons/libs/meshopt_decoder.module.js";
import { DRACOLoader } from "three/addons/loaders/DRACOLoader.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { KTX2Loader } from "three/addons/loaders/KTX2Loader.js";

const LIBRARIES = "/node_modules/three/examples/jsm/libs";

const PIXELS = "/pixels";
let renderer;
let light;

/** What all models share: made once, as a software renderer takes seconds for it. */
function prepare({ width, height, environment: { data, size } }) {
  renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.toneMapping = THREE.NeutralToneMapping;
  document.body.replaceChildren(renderer.domElement);
  const map = new THREE.DataTexture(new Float32Array(data), 2 * size, size, THREE.RGBAFormat, THREE.FloatType);
  map.mapping = THREE.EquirectangularReflectionMapping;
  map.magFilter = THREE.LinearFilter;
  map.minFilter = THREE.LinearFilter;
  map.needsUpdate = true;
  light = new THREE.PMREMGenerator(renderer).fromEquirectangular(map).texture;
}

/** @param description See `models.ts`; `environment` is needed once. */
window.drawModel = async (description) => {
  const { width, height, background, world, angle, near, far, key, url } = description;
  if (renderer === undefined) prepare(description);
  const scene = new THREE.Scene();
  renderer.setClearColor(new THREE.Color().setRGB(...background, THREE.SRGBColorSpace));
  scene.environment = light;
  const sun = new THREE.DirectionalLight(0xffffff, key.strength * Math.PI);
  sun.position.set(...key.direction);
  scene.add(sun);
  const loader = new GLTFLoader()
    .setMeshoptDecoder(MeshoptDecoder)
    .setDRACOLoader(new DRACOLoader().setDecoderPath(`${LIBRARIES}/draco/gltf/`))
    .setKTX2Loader(new KTX2Loader().setTranscoderPath(`${LIBRARIES}/basis/`).detectSupport(renderer));
  const { scene: model } = await loader.loadAsync(url);
  model.traverse(({ material }) => {
    // Their colors are meant for the screen; here they are not tone-mapped either.
    if (material?.isMeshBasicMaterial === true) material.toneMapped = false;
  });
  scene.add(model);
  const camera = new THREE.PerspectiveCamera(angle, width / height, near, far);
  camera.matrixAutoUpdate = false;
  camera.matrix.fromArray(world);
  camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
  camera.updateMatrixWorld(true);
  scene.updateMatrixWorld(true);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  await fetch(PIXELS, { method: "POST", body: pixels });
};

window.ready = true;
