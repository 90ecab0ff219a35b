/** Shows an image that an asset path names. */
import { element } from "../dom.ts";

/** Opens a dialog with an image; Escape, the button or a click next to the image closes it. */
export function showImage(url: string, name: string): void {
  const size = element("span", { class: "dim" });
  const image = element("img", { attributes: { src: url, alt: name } });
  image.addEventListener("load", () => {
    size.textContent = `${image.naturalWidth} × ${image.naturalHeight} pixels`;
  });
  image.addEventListener("error", () => {
    size.textContent = "the browser cannot show it";
  });
  const close = element("button", { text: "Close", attributes: { type: "button" } });
  const title = element("p", {}, [element("span", { text: name }), size, close]);
  const dialog = element("dialog", { class: "image-dialog", attributes: { "aria-label": name } }, [title, image]);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // The dialog returns the focus to the text.
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
