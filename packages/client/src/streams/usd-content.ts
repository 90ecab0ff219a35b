/** Bytes per call of `String.fromCharCode`; more arguments than some tens of thousands overflow the stack. */
const CHUNK = 0x8000;

/** Returns `usdContent`: a text is already Base64, bytes are encoded. */
export function usdContent(content: string | Uint8Array): string {
  if (typeof content === "string") return content;
  let binary = "";
  for (let i = 0; i < content.length; i += CHUNK) {
    binary += String.fromCharCode(...content.subarray(i, i + CHUNK));
  }
  return btoa(binary);
}
