/** The worker that draws for a page in one file, whose files come over a port. */
import { serveDrawing } from "./serve-preview-drawing.ts";

serveDrawing();
