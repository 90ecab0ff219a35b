/** Opens places of layers in the text of the page. */
import type { TextPlace } from "../../protocol/code-view.ts";
import type { TreeRow } from "../../protocol/document-messages.ts";
import type { StagePlace } from "../../protocol/stage-messages.ts";
import type { FileSession } from "../file-session.ts";
import type { Source } from "../source.ts";

/** What an opener needs of the page. */
export interface PlaceParts {
  readonly source: Source;
  readonly session: FileSession;
  /** Returns the prims of the shown text. */
  readonly rows: () => readonly TreeRow[];
  readonly reveal: (place: TextPlace) => void;
}

/** Opens layers at statements: the statement is shown when the text is. */
export class PlaceOpener {
  readonly #parts: PlaceParts;
  #place: StagePlace | undefined;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
  }

  /**
   * Opens a layer of the stage of a file, at a statement.
   *
   * @throws {Error} whose message is for the user.
   */
  async open(file: number, place: StagePlace): Promise<void> {
    const { source, session } = this.#parts;
    const target = await source.openLink(file, place.layer);
    if ("image" in target) return;
    this.#place = place;
    if (target.index === session.shown) this.show();
    else if (!(await session.open(target.index))) this.#place = undefined;
  }

  /** The text is shown: reveals the line, or, in the text of a crate, the prim. */
  show(): void {
    if (this.#place === undefined) return;
    const { line, column, specPath } = this.#place;
    const start = line === null ? rowOf(this.#parts.rows(), specPath)?.start : { line, column: column ?? 1 };
    if (start === undefined) return;
    this.#place = undefined;
    this.#parts.reveal(start);
  }
}

/** Returns the prim of a spec path, which may be that of a property. */
function rowOf(rows: readonly TreeRow[], specPath: string): TreeRow | undefined {
  return rows.find(({ path }) => specPath === path || specPath.startsWith(`${path}.`));
}
