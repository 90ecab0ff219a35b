// In the browser: draws a scene that compare.ts describes with three.js and Spark, and gives the pixels back.

import { ExtSplats, SparkRenderer, SplatFileType, SplatMesh } from "@sparkjsdev/spark";
import * as THREE from "three";

let renderer;
let scene;
let camera;
let spark;

/** @param description See `describe.ts`. */
window.load = async (description) => {
  const { width, height, background, items, lights, ambient, settings } = description;
  renderer?.dispose();
  renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  document.body.replaceChildren(renderer.domElement);
  scene = new THREE.Scene();
  scene.background = new THREE.Color().setRGB(...background, THREE.SRGBColorSpace);
  // A lit surface reflects color / π of the light that falls on it; here as there light 1 makes it its own color.
  scene.add(new THREE.AmbientLight(0xffffff, ambient * Math.PI));
  for (const { direction, strength } of lights) {
    const light = new THREE.DirectionalLight(0xffffff, strength * Math.PI);
    light.position.set(...direction);
    scene.add(light);
  }
  spark = undefined;
  for (const item of items) {
    const object = item.type === "splats" ? await splats(item) : mesh(item);
    object.matrixAutoUpdate = false;
    object.matrix.fromArray(item.matrix);
    object.matrix.decompose(object.position, object.quaternion, object.scale);
    scene.add(object);
    if (item.type === "splats" && spark === undefined) {
      spark = new SparkRenderer({ renderer, autoUpdate: false, ...settings });
      scene.add(spark);
    }
  }
};

async function splats({ url, extended }) {
  const fileBytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const object = new SplatMesh({ fileBytes, fileType: SplatFileType.PLY, extSplats: extended });
  await object.initialized;
  return object;
}

function mesh({ parts }) {
  const group = new THREE.Group();
  for (const { positions, normals, colors, texCoords, indices, material, texture } of parts) {
    let geometry = new THREE.BufferGeometry();
    const attribute = (name, array, size) => {
      if (array !== null) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(array), size));
    };
    attribute("position", positions, 3);
    attribute("normal", normals, 3);
    attribute("color", colors, 4);
    attribute("uv", texCoords, 2);
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(indices), 1));
    if (normals === null) {
      geometry = geometry.toNonIndexed();
      geometry.computeVertexNormals();
    }
    const [r, g, b, a] = material.baseColor;
    const Kind = material.unlit ? THREE.MeshBasicMaterial : THREE.MeshLambertMaterial;
    const look = new Kind({
      color: new THREE.Color().setRGB(r, g, b, THREE.LinearSRGBColorSpace),
      map: texture === null ? null : image(texture, material.texCoordTransform),
      vertexColors: colors !== null,
      side: material.doubleSided ? THREE.DoubleSide : THREE.FrontSide,
      transparent: material.alphaMode === "blend",
      depthWrite: material.alphaMode !== "blend",
      opacity: a,
      alphaTest: material.alphaMode === "mask" ? material.alphaCutoff : 0,
    });
    group.add(new THREE.Mesh(geometry, look));
  }
  return group;
}

function image({ width, height, data, wrapS, wrapT, magFilter, minFilter }, transform) {
  const texture = new THREE.DataTexture(new Uint8Array(data), width, height, THREE.RGBAFormat);
  const wraps = {
    repeat: THREE.RepeatWrapping,
    clamp: THREE.ClampToEdgeWrapping,
    mirror: THREE.MirroredRepeatWrapping,
  };
  const filters = { nearest: THREE.NearestFilter, linear: THREE.LinearFilter, mipmap: THREE.LinearMipmapLinearFilter };
  texture.wrapS = wraps[wrapS];
  texture.wrapT = wraps[wrapT];
  texture.magFilter = filters[magFilter];
  texture.minFilter = filters[minFilter];
  texture.generateMipmaps = minFilter === "mipmap";
  texture.colorSpace = THREE.SRGBColorSpace;
  if (transform !== null) {
    const [a, b, c, d, e, f] = transform;
    texture.matrixAutoUpdate = false;
    texture.matrix.set(a, c, e, b, d, f, 0, 0, 1);
  }
  texture.needsUpdate = true;
  return texture;
}

/** @param view Whether perspective, the projection, the world matrix (16 numbers each), near and far, and the angle upwards. */
window.look = ({ isPerspective, projection, world, near, far, angle, aspect, box }) => {
  camera = isPerspective
    ? new THREE.PerspectiveCamera(angle, aspect, near, far)
    : new THREE.OrthographicCamera(-box[0], box[0], box[1], -box[1], near, far);
  const wanted = new THREE.Matrix4().fromArray(projection);
  const error = camera.projectionMatrix.elements.map((value, i) => Math.abs(value - wanted.elements[i]));
  if (Math.max(...error) > 1e-4) throw new Error(`the projection is another one: ${error}`);
  camera.matrixAutoUpdate = false;
  camera.matrix.fromArray(world);
  camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
  camera.updateMatrixWorld(true);
};

/** Draws, and waits until it is drawn. */
window.draw = async () => {
  scene.updateMatrixWorld(true);
  if (spark !== undefined) {
    // Until the order belongs to this view.
    await spark.update({ scene, camera });
    while (spark.sorting || spark.sortDirty) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const one = new Uint8Array(4);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one);
};

window.send = async (url) => {
  const gl = renderer.getContext();
  const { width, height } = renderer.domElement;
  const data = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
  await fetch(url, { method: "POST", body: data });
};

window.driver = () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  return gl.getParameter(info.UNMASKED_RENDERER_WEBGL);
};

window.ready = typeof ExtSplats === "function";
