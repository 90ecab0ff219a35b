import type { EndpointName } from "../registry/endpoints.ts";
import { assetExamples } from "./asset-examples.ts";
import type { ExamplesOf } from "./endpoint-examples.ts";
import { renderExamples } from "./render-examples.ts";
import { taskExamples } from "./task-examples.ts";
import { worldExamples } from "./world-examples.ts";

/** Examples of every endpoint, by its name. */
export const examples: ExamplesOf<EndpointName> = {
  ...assetExamples,
  ...worldExamples,
  ...renderExamples,
  ...taskExamples,
};
