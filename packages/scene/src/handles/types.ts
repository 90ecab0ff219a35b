/**
 * The interfaces of prim handles. One class implements all of them; the definition of a prim's type decides which ones it
 * supports, and the types here expose only those.
 */
import type { AttributeData, CameraAttributes, PrimDefinition, Resolution, RowMatrix } from "@usdkit/service-scene";
import type { LookAt } from "../placement/look-at.ts";
import type { Quaternion } from "../placement/rotation.ts";
import type { VectorLike } from "../placement/vectors.ts";
import type { CustomAttribute } from "./custom-attributes.ts";
import type { MoveOptions, RenameOptions } from "./restructure.ts";

/** A prim of a scene or a patch, named by its path. */
export interface Controls {
  /** `/World/Chair`. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The type as in the text, `Mesh`; "" for a prim without one. */
  readonly typeName: string;
}

/**
 * Transformation of a prim. Calls apply in reading order, each in the space that those before it left: `translate` and then
 * `rotateY` moves within the parent first, and then rotates in the moved frame. All of them are written as one
 * `matrix4d xformOp:transform`.
 *
 * Every call throws a SceneError, and changes nothing, if the matrix would not be finite or not be invertible.
 */
export interface PlacementControls extends Controls {
  /** From the prim's space to its parent's: row vectors, the translation in the fourth row. */
  readonly matrix: RowMatrix;
  /**
   * From the prim's space to the world's. All ops of the prims above count, as in the format; of those, the service reads
   * `xformOp:transform` alone (`readScene`).
   */
  readonly worldMatrix: RowMatrix;
  /** Moves by x, y and z, in scene units. */
  translate(by: VectorLike): this;
  /** Rotates about the x axis, in degrees, counterclockwise when looking against it. */
  rotateX(degrees: number): this;
  /** Rotates about the y axis, in degrees, counterclockwise when looking against it. */
  rotateY(degrees: number): this;
  /** Rotates about the z axis, in degrees, counterclockwise when looking against it. */
  rotateZ(degrees: number): this;
  /**
   * Rotates about an axis of any length, in degrees, or by a quaternion of any length.
   *
   * @example
   * chair.rotate([1, 1, 0], 45);
   * chair.rotate({ x: 0, y: 0.7071, z: 0, w: 0.7071 });
   */
  rotate(axis: VectorLike, degrees: number): this;
  /** Rotates by a quaternion of any length. */
  rotate(quaternion: Quaternion): this;
  /** Scales by one number, or along x, y and z. Negative numbers mirror. None may be 0. */
  scale(by: number | VectorLike): this;
  /**
   * Applies a matrix, after the calls before it as all others do.
   *
   * @param matrix For row vectors, translation in the fourth row: from `rowMatrix(numbers)`, or from
   * `rowMatrixFromColumnMajor(m)` for a `mat4` of gl-matrix or a `Matrix4` of three.js.
   * @throws SceneError also for a matrix with its translation in the fourth column: it is transposed
   * @example
   * chair.transform(rowMatrixFromColumnMajor(mat4.fromTranslation(mat4.create(), [1, 0, 0])));
   */
  transform(matrix: RowMatrix): this;
  /**
   * Moves to `eye` and looks at `target` along the -Z axis, whatever was placed before. Later calls continue from there:
   * `translate([0, 0, 1])` then steps back.
   *
   * @throws SceneError if eye and target are one point, or `up` is parallel to the view
   * @example
   * camera.lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0] });
   * camera.lookAt({ eye: [3, 2, 4], target: [0, 0.5, 0], space: "world" });
   */
  lookAt(view: LookAt): this;
  /** Sets the matrix to the identity and discards all ops of an opened text: the prim is at its parent's origin. */
  resetPlace(): this;
}

/** A full field of view in degrees, between 0 and 180: across the width or the height of the image. */
export type FieldOfViewAngle =
  | { readonly horizontal: number; readonly vertical?: undefined }
  | { readonly vertical: number; readonly horizontal?: undefined };

/** Depth of field of a camera. */
export interface DepthOfField {
  /** Aperture of the lens, at least 0; 0 leaves everything sharp. */
  readonly fStop: number;
  /** Distance at which the image is sharp, in scene units, at least 0. */
  readonly focusDistance: number;
}

/** The part of the scene in a parallel projection, in scene units. */
export interface OrthographicView {
  readonly width: number;
  readonly height: number;
}

/** Attributes of a camera as in the text. All are optional; the schema has fallbacks. */
export interface CameraAttributesGiven {
  /** mm, above 0. */
  readonly focalLength?: number | undefined;
  /** Width of the film back in mm, above 0. */
  readonly horizontalAperture?: number | undefined;
  /** Height of the film back in mm, above 0. */
  readonly verticalAperture?: number | undefined;
  /** Near and far plane in scene units: 0 < near < far. */
  readonly clippingRange?: readonly [near: number, far: number] | undefined;
  /** Scene units, at least 0. */
  readonly focusDistance?: number | undefined;
  /** At least 0. */
  readonly fStop?: number | undefined;
  readonly projection?: "perspective" | "orthographic" | undefined;
}

/** The lens of a camera: attributes, or a field of view in place of the focal length. */
export interface LensOptions extends CameraAttributesGiven {
  /** Sets the focal length that has this field of view across the aperture. */
  readonly fieldOfView?: FieldOfViewAngle | undefined;
}

/** A camera, in a scene and in a patch alike. Every call throws a SceneError for a value out of its range. */
export interface CameraControls extends PlacementControls {
  /** Returns the lens: authored values, and the schema's fallbacks for all others. */
  lens(): CameraAttributes;
  /** Sets several attributes together: all of them, or none if one is invalid. */
  lens(options: LensOptions): this;
  /** Sets the focal length of the lens in mm. */
  focalLength(millimetres: number): this;
  /** Sets the size of the film back in mm. */
  aperture(horizontal: number, vertical: number): this;
  /** Sets the distances of the near and the far plane in scene units. */
  clippingRange(near: number, far: number): this;
  /** Sets the distances of the near and the far plane in scene units. */
  clippingRange(range: readonly [near: number, far: number]): this;
  /**
   * Sets the focal length that has this full field of view, in degrees, across the current aperture. An image
   * with another aspect ratio than the film back shows more in one direction.
   *
   * @example
   * camera.fieldOfView({ horizontal: 60 });
   */
  fieldOfView(angle: FieldOfViewAngle): this;
  /** Sets aperture and focus distance: objects nearer or farther are blurred. */
  depthOfField(options: DepthOfField): this;
  /**
   * Sets a parallel projection; `view` is the visible size in scene units.
   * A millimetre of the aperture is then a tenth of a scene
   * unit (see SCENE_UNITS_PER_MM).
   */
  orthographic(view?: OrthographicView): this;
  /** Sets a perspective projection, which is the default. */
  perspective(): this;
}

/** Options of every prim. */
export interface PrimOptions {
  /** Documentation, any text. */
  readonly doc?: string | undefined;
}

/** Options of a prim of any type. */
export interface TypedPrimOptions extends PrimOptions {
  /** Values by name, for attributes of the table of the type. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** Options of a Mesh or splat prim. */
export interface AssetOptions extends PrimOptions {
  /** `<scheme>:/mesh/<mesh id>`, as `asset:/mesh/chair-01`; the id is percent-encoded if it has to be. */
  readonly asset: string;
  /** The prim in the asset, an absolute path: `/mesh`. */
  readonly target?: string | undefined;
}

/** Options of a camera: its lens, and its documentation. */
export interface CameraOptions extends LensOptions, PrimOptions {}

/** A camera, or its path. */
export type CameraReference = string | { readonly path: string };

/** Options of `renderSettings`. */
export interface RenderSettingsOptions extends PrimOptions {
  /** Width and height in pixels: whole numbers above 0, up to the scene's `maxResolution`. */
  readonly resolution: Resolution;
  /** The camera of the image. It must be the scene's first, since the service uses no other; by default it is. */
  readonly camera?: CameraReference | undefined;
}

/** A prim of a scene, of any type. */
export interface PrimHandle extends Controls {
  /** The definition of the prim's type; undefined for a type that the service does not read, and for a prim without one. */
  readonly definition: PrimDefinition | undefined;
  /** The documentation; undefined if there is none. */
  readonly documentation: string | undefined;
  /** The prim above; undefined for a root prim. */
  readonly parent: SceneHandle | undefined;
  /** The prims directly below, in authored order. */
  readonly children: readonly SceneHandle[];
  /** Returns whether the prim has this type, and narrows the handle to it. */
  is<T extends keyof HandleByType>(typeName: T): this is HandleByType[T];
  /** Returns whether placing calls are allowed, and narrows the handle to them. */
  isTransformable(): this is PlacedHandle;
  /** Returns whether prims can be added below this one, and narrows the handle accordingly. */
  isContainer(): this is PrimHandle & Container;
  /** Sets the documentation, any text. */
  doc(text: string): this;
  /**
   * Sets attributes of the table of the prim's type, all of them or none.
   *
   * @throws SceneError if the table has no such attribute, or a value is not in its range
   * @example
   * light.set({ "inputs:radius": 2 });
   */
  set(attributes: Readonly<Record<string, unknown>>): this;
  /** Returns the value of an attribute of the table; undefined if none is authored. */
  attribute(name: string): AttributeData | undefined;
  /** Removes the prim from the scene, with all prims below it. Handles of removed prims throw from then on. */
  remove(): void;
  /**
   * Renames the prim. Paths of the scene that name it follow: targets, connections, references and other arcs within the scene,
   * the default prim, and opinions about the prim in variants. Other files and strings do not.
   *
   * @throws SceneError if the name is invalid or taken, or other files have opinions about the prim, which keep the old name:
   * `{ detach: true }` renames it nevertheless
   * @example
   * scene.get("/World/Chair").rename("Seat");
   */
  rename(name: string, options?: RenameOptions): this;
  /**
   * Moves the prim, with everything below it, to the end of another prim or of the scene. Paths that name it follow as in
   * {@link PrimHandle.rename}. Its matrix stays, so it moves with the new parent; `keepWorld` changes the matrix instead.
   *
   * @param parent A prim or its path; "/" is the scene
   * @throws SceneError also if the parent cannot have children, or variants have opinions about the prim:
   * `{ variantOpinions: "leave" }` or `"remove"` moves it nevertheless
   * @example
   * scene.get("/World/Chair").moveTo("/Store", { name: "Chair_2", keepWorld: true });
   */
  moveTo(parent: string | { readonly path: string }, options?: MoveOptions): this;
  /**
   * Adds a copy after the prim, with everything below it; paths inside the copy that led into the prim lead into the copy.
   *
   * @param name Default: the prim's name with a free number
   * @throws SceneError if the name is invalid or taken, or the prim contains RenderSettings
   */
  duplicate(name?: string): SceneHandle;
  /** Returns the value of an attribute outside of the table; undefined if it has none. */
  custom(name: string): AttributeData | undefined;
  /**
   * Sets an attribute outside of the table, which the service ignores: `custom double userProperties:price = 12.5`.
   *
   * @param type As in the text: `double`, `string[]`
   * @throws SceneError if the name, type or value is invalid, or a statement of another type has more than a value
   * @example
   * chair.custom("userProperties:price", "double", 12.5);
   */
  custom(name: string, type: string, value: unknown): this;
  /** The attributes outside of the table, by name. */
  readonly customAttributes: ReadonlyMap<string, CustomAttribute>;
  /**
   * Removes an attribute or relationship with everything authored about it: value, time samples, connections, metadata, comments.
   *
   * @throws SceneError if there is none, or it is an op of the transformation (see `resetPlace`)
   */
  removeProperty(name: string): this;
}

/** A transformable prim of a scene. */
export interface PlacedHandle extends PrimHandle, PlacementControls {}

/** An asset path, and the prim in it. */
export interface PayloadReference {
  readonly asset: string;
  readonly target: string | undefined;
}

/** A prim that draws the asset of its payload. */
export interface AssetHandle extends PlacedHandle {
  /** The asset that is drawn; undefined if the prim has no payload. */
  readonly payload: PayloadReference | undefined;
  /**
   * Draws another asset. In an opened scene the list operation and the layer offset of the payload stay.
   *
   * @param target The prim in the asset; by default the current one stays, and `null` removes it
   * @throws SceneError if the asset is not `<scheme>:/mesh/<mesh id>`, the target not an absolute path, or the text has several
   * payloads
   */
  asset(asset: string, target?: string | null): this;
}

/** A Mesh prim: an uploaded mesh. */
export interface MeshHandle extends AssetHandle {}

/** A ParticleField3DGaussianSplat prim: Gaussian splats. */
export interface SplatHandle extends AssetHandle {}

/** A Camera prim. The service renders the first one of the scene. */
export interface CameraHandle extends PrimHandle, CameraControls {}

/** A prim with other prims below it: a scene, an Xform, a Scope. */
export interface Container {
  /**
   * Adds an Xform, whose transformation applies to everything below it.
   *
   * @throws SceneError if the name is invalid (`validName` makes a valid one), or taken (`uniqueName` returns a free one)
   */
  xform(name: string, options?: PrimOptions): XformHandle;
  /** Adds a Scope: a container without a transformation. */
  scope(name: string, options?: PrimOptions): ScopeHandle;
  /**
   * Adds an uploaded mesh.
   *
   * @throws SceneError also if the asset is not `<scheme>:/mesh/<mesh id>`
   */
  mesh(name: string, options: AssetOptions): MeshHandle;
  /**
   * Adds Gaussian splats.
   *
   * @throws SceneError also if the asset is not `<scheme>:/mesh/<mesh id>`
   */
  splat(name: string, options: AssetOptions): SplatHandle;
  /**
   * Adds a camera.
   *
   * @throws SceneError also if a value is out of its range
   */
  camera(name: string, options?: CameraOptions): CameraHandle;
  /**
   * Adds a prim of a type of the scene's `primTypes`.
   *
   * @throws SceneError also if there is no such type, or an attribute is not in its table
   * @example
   * new Scene({ primTypes: withPrimTypes(sphereLight) }).prim("SphereLight", "Key", { attributes: { "inputs:radius": 2 } });
   */
  prim(typeName: string, name: string, options?: TypedPrimOptions): TypedHandle;
  /** Returns a name made from any text that no child has: `Chair`, `Chair_1`, `Chair_2`, … */
  uniqueName(text: string): string;
}

/** An Xform prim, whose transformation applies to everything below it. */
export interface XformHandle extends PlacedHandle, Container {}

/** A prim that groups others and is not transformable: a Scope, or a prim without a type in an opened scene. */
export interface ScopeHandle extends PrimHandle, Container {}

/** A prim of a type of `primTypes`. Calls that its definition does not allow throw a SceneError. */
export interface TypedHandle extends PlacedHandle, Container {}

/** The RenderSettings prim. The service uses the first of a scene. */
export interface RenderSettingsHandle extends PrimHandle {
  /** The path of the camera that `rel camera` targets; undefined if there is none. */
  readonly cameraPath: string | undefined;
  /** Returns width and height of the image in pixels; undefined if none is authored. */
  resolution(): Resolution | undefined;
  /**
   * Sets width and height of the image in pixels.
   *
   * @throws SceneError if they are not whole numbers from 1 to the scene's `maxResolution`
   */
  resolution(resolution: Resolution): this;
  /**
   * Sets the camera; without one, the scene's first camera at the time when the text is written.
   *
   * @throws SceneError if there is no such camera, or it is not the scene's first one
   */
  camera(camera?: CameraReference): this;
}

/** The handles of the types that the service reads. */
export interface HandleByType {
  Xform: XformHandle;
  Mesh: MeshHandle;
  ParticleField3DGaussianSplat: SplatHandle;
  Camera: CameraHandle;
  RenderSettings: RenderSettingsHandle;
  Scope: ScopeHandle;
}

/** A handle of any prim; `is` narrows it. */
export type SceneHandle = HandleByType[keyof HandleByType] | PrimHandle;
