/** The images of a page of differences. */
import type { CameraImages, ComparedScenes, SceneImage } from "../render/compare-scenes.ts";
import { shortText } from "./html-changes.ts";

/** Maximum count of prims of an image, and of messages, that are listed. */
const MAX_LISTED = 12;

/** Yields a row of images for each camera. `link` returns a path as HTML. */
export function* imagesSection(
  { cameras, messages }: ComparedScenes,
  link: (path: string) => string,
): Generator<string> {
  yield '<section id="images">\n<h2>Images</h2>\n';
  for (const each of cameras) yield cameraHtml(each, link);
  for (const message of messages.slice(0, MAX_LISTED)) yield `<p>${shortText(message)}</p>\n`;
  if (messages.length > MAX_LISTED) yield `<p>… ${messages.length - MAX_LISTED} more</p>\n`;
  yield "</section>\n";
}

function cameraHtml({ camera, before, after, difference }: CameraImages, link: (path: string) => string): string {
  const figures = [
    figure("before", before),
    figure("after", after),
    ...(difference === undefined ? [] : [figure("difference", difference.image)]),
  ];
  const title = camera === undefined ? "" : `<h3>${link(camera)}</h3>\n`;
  return `${title}<div class="images">\n${figures.join("\n")}\n</div>\n${shareHtml(difference, link)}`;
}

function figure(name: string, image: SceneImage | undefined): string {
  if (image === undefined) return `<figure><p>not drawn</p><figcaption>${name}</figcaption></figure>`;
  const { width, height, png } = image;
  const url = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  return `<figure><img src="${url}" width="${width}" height="${height}" alt="${name}" /><figcaption>${name}</figcaption></figure>`;
}

function shareHtml(difference: CameraImages["difference"], link: (path: string) => string): string {
  if (difference === undefined) return "";
  const { differing, share, prims } = difference;
  if (differing === 0) return "<p>No pixel differs.</p>\n";
  const listed = prims.slice(0, MAX_LISTED).map(({ path, pixels }) => `<li>${link(path)} ${pixels}</li>`);
  const rest = prims.length > MAX_LISTED ? `<li>… ${prims.length - MAX_LISTED} more</li>` : "";
  const percent = Number((100 * share).toPrecision(2));
  const list = prims.length === 0 ? "" : `<ul>${listed.join("")}${rest}</ul>\n`;
  return `<p>${differing} pixels (${percent} %) differ${prims.length === 0 ? "." : ", by prim:"}</p>\n${list}`;
}
