/**
 * Returns the URL of a session's WebSocket (spec 6).
 *
 * It contains the token: do not log it.
 *
 * @param connection The connection of a session that is `ACTIVE`.
 * @param secure `wss` if true; otherwise `ws`, for a service on this machine: as the base URL is `https` or `http`.
 * @throws TypeError If the host contains more than a host and a port; its text is not repeated.
 */
export function streamUrl(
  connection: { readonly host: string; readonly nodeId: string; readonly token: string },
  secure: boolean,
): string {
  const { host, nodeId, token } = connection;
  // A path, query or user in it would send the token elsewhere.
  if (host === "" || /[\s/\\?#@%]/.test(host) || !isParsed(`https://${host}`)) {
    throw new TypeError("invalid host of the session: expected a name or address, and optionally a port");
  }
  const query = `nid=${encodeURIComponent(nodeId)}&token=${encodeURIComponent(token)}`;
  return `${secure ? "wss" : "ws"}://${host}${STREAM_PATH}?${query}`;
}

/** The path of the WebSocket, on the session's host. */
export const STREAM_PATH = "/streaming/ws/session";

function isParsed(url: string): boolean {
  try {
    return new URL(url).hostname !== "";
  } catch {
    return false;
  }
}
