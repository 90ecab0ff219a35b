/**
 * Renders scenes to images and realtime streams.
 *
 * @packageDocumentation
 */
export { RenderClient, type RenderOptions, type StreamOptions, type SubmitOptions } from "./render-client.ts";
export { RenderJob, type ImageOptions, type RenderProgress } from "./render-job.ts";
export { SceneStream, type CameraMove } from "./scene-stream.ts";
export { SceneInvalidError } from "./scene-invalid-error.ts";
export { refuseInvalid, type SendingOptions } from "./check.ts";
export { sceneText, type SceneText } from "./scene-text.ts";
export type { BuiltScene, SceneSource } from "./scene-source.ts";
