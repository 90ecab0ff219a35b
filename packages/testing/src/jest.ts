/**
 * For jest's `setupFilesAfterEnv`: adds the matchers and the serializer to the global `expect`, and their types to
 * those of `@types/jest`. With `injectGlobals: false`, call `expect.extend(sceneMatchers)` in your own setup.
 *
 * @packageDocumentation
 */
import { sceneMatchers, usdaSerializer, type SceneMatchers, type SceneSerializer } from "./index.ts";

interface JestExpect {
  extend(matchers: typeof sceneMatchers): void;
  addSnapshotSerializer(serializer: SceneSerializer): void;
}

const { expect } = globalThis as { expect?: JestExpect };
if (expect === undefined) {
  throw new Error(
    "There is no global expect: list @usdkit/testing/jest in jest's setupFilesAfterEnv, or call expect.extend(sceneMatchers)",
  );
}
expect.extend(sceneMatchers);
expect.addSnapshotSerializer(usdaSerializer);

declare global {
  namespace jest {
    // oxlint-disable-next-line no-unused-vars -- merged declarations must have the same parameters
    interface Matchers<R, T = {}> extends SceneMatchers<R> {}
  }
}
