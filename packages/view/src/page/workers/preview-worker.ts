/**
 * The worker of a preview in an editor: it composes stages if the page named it so, and draws otherwise. One file for both, as most of
 * either is the composition.
 */
import { STAGE_WORKER } from "./preview-file-messages.ts";
import { serveDrawing } from "./serve-preview-drawing.ts";
import { serveStages } from "./serve-preview-stages.ts";

if ((globalThis as { readonly name?: unknown }).name === STAGE_WORKER) serveStages();
else serveDrawing();
