/**
 * For vitest's `setupFiles`, or an import in a test: adds the matchers and the serializer to `expect`, and their types.
 *
 * @packageDocumentation
 */
import { expect } from "vitest";
import { sceneMatchers, usdaSerializer, type SceneMatchers } from "./index.ts";

expect.extend(sceneMatchers);
expect.addSnapshotSerializer(usdaSerializer);

declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- declarations that merge have the same parameters
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends SceneMatchers<R> {}
}
