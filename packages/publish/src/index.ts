/**
 * Publishes stages to a rendering service: geometry as meshes that are uploaded once, by content, and a scene that names them.
 *
 * @packageDocumentation
 */
export { planPublish, publishStage } from "./publish-stage.ts";
export type { PublishedMesh, PublishedStage, PublishOptions } from "./publish-stage.ts";
export type { SendOptions, SendProgress } from "./sending/mesh-sender.ts";
export type { Resolution } from "./scene/render-settings.ts";
export type { RecordStore } from "./record/record-keeper.ts";
export { PublishError } from "./errors/publish-error.ts";
export type { Dropped } from "./errors/dropped.ts";
