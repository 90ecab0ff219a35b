/**
 * The URL of a session's WebSocket (spec 6).
 *
 * It holds the token: it must not be logged.
 *
 * @param connection From the session, once it is `ACTIVE`.
 * @param secure `wss` or, for a service on this machine, `ws`: as the base URL is `https` or `http`.
 * @throws TypeError For a host that is more than a host and a port; its text is not repeated.
 */
export function streamUrl(
  connection: { readonly host: string; readonly nodeId: string; readonly token: string },
  secure: boolean,
): string {
  const { host, nodeId, token } = connection;
  // A path, query or user in it would lead the token elsewhere.
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
