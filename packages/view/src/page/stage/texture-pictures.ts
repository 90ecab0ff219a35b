/** Pictures of the textures of materials. */
import type { TexturePicture } from "../../protocol/draw-messages.ts";
import type { TextureView } from "../../protocol/stage-messages.ts";
import { element } from "../dom.ts";

/** Pixels of a side, of screens with twice as many a unit. */
const SIZE = 128;

/** Returns a picture of the texture that an attribute names. */
export type ReadTexture = (path: string, size: number) => Promise<TexturePicture>;

/** Shows textures with their pictures, and keeps these until files change. */
export class TexturePictures {
  readonly #read: ReadTexture;
  readonly #known = new Map<string, Promise<TexturePicture>>();

  constructor(read: ReadTexture) {
    this.#read = read;
  }

  /** Forgets the pictures: files may be others. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns a texture with its picture, which appears when it is decoded. */
  show({ path, assetPath }: TextureView): HTMLElement {
    const canvas = element("canvas", { attributes: { width: "1", height: "1", "aria-hidden": "true" } });
    const note = element("span", { class: "dim" });
    void this.#picture(`${path} ${assetPath}`, path).then((picture) => {
      if ("problem" in picture) {
        note.textContent = picture.problem;
        return;
      }
      const { pixels, columns, width, height } = picture;
      const image = new ImageData(pixels, columns);
      [canvas.width, canvas.height] = [columns, image.height];
      canvas.getContext("2d")?.putImageData(image, 0, 0);
      note.textContent = `${width} × ${height}`;
    });
    return element("span", { class: "texture", title: path }, [canvas, element("code", { text: assetPath }), note]);
  }

  #picture(key: string, path: string): Promise<TexturePicture> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const picture = this.#read(path, SIZE);
    this.#known.set(key, picture);
    // The stage may not be drawn yet.
    void picture.then((found) => "problem" in found && this.#known.delete(key));
    return picture;
  }
}
