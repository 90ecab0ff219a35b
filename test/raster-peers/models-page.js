// In the browser: draws a GLB with three.js under the environment of the full look, and sends the pixels back.

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const PIXELS = "/pixels";
let renderer;

/** @param description See `models.ts`. */
window.drawModel = async ({ width, height, background, world, angle, near, far, environment, key, url }) => {
  renderer?.dispose();
  renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.toneMapping = THREE.NeutralToneMapping;
  document.body.replaceChildren(renderer.domElement);
  const scene = new THREE.Scene();
  renderer.setClearColor(new THREE.Color().setRGB(...background, THREE.SRGBColorSpace));
  const { data, size } = environment;
  const map = new THREE.DataTexture(new Float32Array(data), 2 * size, size, THREE.RGBAFormat, THREE.FloatType);
  map.mapping = THREE.EquirectangularReflectionMapping;
  map.magFilter = THREE.LinearFilter;
  map.minFilter = THREE.LinearFilter;
  map.needsUpdate = true;
  scene.environment = new THREE.PMREMGenerator(renderer).fromEquirectangular(map).texture;
  const light = new THREE.DirectionalLight(0xffffff, key.strength * Math.PI);
  light.position.set(...key.direction);
  scene.add(light);
  const { scene: model } = await new GLTFLoader().loadAsync(url);
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
