/** The state of a preview that the editor keeps, also when it is restarted. */
import type { PreviewState } from "../../protocol/preview-messages.ts";
import { isViewpoint } from "../../viewpoint/is-viewpoint.ts";
import { MODES, type ViewportState } from "../viewport/viewport-panel.ts";

/** The extension reads the state of the preview, the page the view. */
export interface SavedPreview extends PreviewState {
  readonly view: ViewportState;
}

/** Returns the view of a document in a saved state; undefined if it is of another document, or of another version of the page. */
export function savedView(saved: unknown, uri: string): ViewportState | undefined {
  const { uri: known, view } = (saved ?? {}) as Partial<SavedPreview>;
  if (known !== uri || view === undefined) return undefined;
  const { mode, cameraPath, view: viewpoint } = view as Partial<ViewportState>;
  if (cameraPath === undefined || (cameraPath !== null && typeof cameraPath !== "string")) return undefined;
  if (mode === undefined || !MODES.some(({ value }) => value === mode) || !isViewpoint(viewpoint)) return undefined;
  return { mode, cameraPath, view: viewpoint };
}
