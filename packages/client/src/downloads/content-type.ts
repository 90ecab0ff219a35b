/** Types of content that a download can have, by its first bytes. */
const NAMES = {
  png: "PNG",
  jpeg: "JPEG",
  webp: "WebP",
  heic: "HEIC",
  avif: "AVIF",
  gif: "GIF",
  ply: "PLY",
  gzip: "SPZ (gzip)",
  spz: "SPZ",
  glb: "GLB",
  fbx: "FBX",
  usda: "USDA",
  usdc: "USDC",
  zip: "ZIP",
  html: "HTML",
  json: "JSON",
} as const;

/** The type of a file's content; `html` stands for any markup. */
export type ContentType = keyof typeof NAMES;

/** Types of images, with the extensions of their files; the first is the usual one. */
const IMAGES = {
  png: ["png"],
  jpeg: ["jpg", "jpeg"],
  webp: ["webp"],
  heic: ["heic", "heif"],
  avif: ["avif"],
  gif: ["gif"],
} as const satisfies Partial<Record<ContentType, readonly string[]>>;

type ImageType = keyof typeof IMAGES;

/** The types that a file with the extension can have; images are in {@link IMAGES}. */
const BY_EXTENSION: Readonly<Record<string, readonly ContentType[]>> = {
  ply: ["ply"],
  spz: ["gzip", "spz"],
  glb: ["glb"],
  gltf: ["json"],
  json: ["json"],
  fbx: ["fbx"],
  usda: ["usda"],
  usdc: ["usdc"],
  usdz: ["zip"],
  usd: ["usda", "usdc", "zip"],
  zip: ["zip"],
  htm: ["html"],
  html: ["html"],
  svg: ["html"],
  xml: ["html"],
};

/** Number of first bytes that determine the type. */
export const HEAD_BYTES = 64;

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));

const SIGNATURES: readonly (readonly [ContentType, RegExp])[] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["webp", /^RIFF[^]{4}WEBP/],
  ["heic", /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/],
  ["avif", /^[^]{4}ftypavi[fs]/],
  ["gif", /^GIF8[79]a/],
  ["ply", /^ply[\r\n]/],
  ["gzip", /^\x1f\x8b/],
  ["spz", /^NGSP/],
  ["glb", /^glTF/],
  ["fbx", /^(?:Kaydara FBX Binary|; FBX)/],
  ["usda", /^#usda /],
  ["usdc", /^PXR-USDC/],
  ["zip", /^PK(?:\x03\x04|\x05\x06)/],
  ["html", /^(?:\xef\xbb\xbf)?\s{0,60}<[!?a-zA-Z]/],
  ["json", /^(?:\xef\xbb\xbf)?\s{0,60}(?:\{\s*["}]|\[\s*["[\]{\d-])/],
];

/** Returns the type of a file by its first {@link HEAD_BYTES} bytes; undefined for an unknown one. */
export function contentTypeOf(head: Uint8Array): ContentType | undefined {
  const text = latin1(head);
  return SIGNATURES.find(([, signature]) => signature.test(text))?.[0];
}

/** Returns a type for messages: `PNG`. */
export function nameOfContent(type: ContentType): string {
  return NAMES[type];
}

/** What a downloaded file must be, and the name under which it is saved. */
export interface ExpectedContent {
  /** For messages: `an image`. */
  readonly what: string;
  readonly accepts: (type: ContentType | undefined) => boolean;
  /** Whether the name follows the type: an image of another type is saved under that extension. */
  readonly isImage: boolean;
}

/**
 * Returns what a file of that name must be, by its extension; with an unknown one anything but a page, JSON and nothing.
 *
 * @param isImage Whether it is an image, whatever its name.
 */
export function expectedContent(name: string, isImage: boolean): ExpectedContent {
  const extension = extensionOf(name);
  if (isImage || imageOf(extension) !== undefined) {
    return { what: "an image", accepts: (type) => type !== undefined && isImageType(type), isImage: true };
  }
  const types = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
  if (types === undefined) {
    return { what: "a file", accepts: (type) => type !== "html" && type !== "json", isImage: false };
  }
  const what = types.map(nameOfContent).join(" or ");
  return { what, accepts: (type) => type !== undefined && types.includes(type), isImage: false };
}

/** Returns the name with the extension of an image's type; the same name if its extension is right or of no image. */
export function imageName(name: string, type: ContentType): string {
  const extension = extensionOf(name);
  const named = imageOf(extension);
  if (!isImageType(type) || named === undefined || named === type) return name;
  return `${name.slice(0, name.length - extension.length)}${IMAGES[type][0]}`;
}

function isImageType(type: ContentType): type is ImageType {
  return Object.hasOwn(IMAGES, type);
}

function imageOf(extension: string): ImageType | undefined {
  const types = Object.keys(IMAGES) as ImageType[];
  return types.find((type) => (IMAGES[type] as readonly string[]).includes(extension));
}

function extensionOf(name: string): string {
  return /\.(?<extension>[^./\\]+)$/.exec(name)?.groups?.["extension"]?.toLowerCase() ?? "";
}
