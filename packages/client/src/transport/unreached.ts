/** Classifies errors of `fetch` after which certainly no byte of the request reached the service. */

/** Facts about a failed `fetch`. */
export interface Failure {
  /** Whether the connection was never made; false if that is not known. */
  readonly unreached: boolean;
  /** Whether a retry is pointless: the certificate stays the same. */
  readonly permanent: boolean;
  /** The system's code (`ECONNREFUSED`), if there is one: browsers report none. */
  readonly code?: string | undefined;
  /** Short description for a message. */
  readonly text: string;
}

/**
 * Codes of `connect`; reading and writing have some of them too, hence the check of the system call. A reset is not
 * included: it proves nothing, whichever call reports it.
 */
const CONNECT_CODES = new Set([
  "ECONNREFUSED",
  "EADDRNOTAVAIL",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPERM",
  "EACCES",
  "ENOENT",
  "ETIMEDOUT",
]);

/** Codes that imply that there was no connection yet. */
const UNREACHED_CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "UND_ERR_CONNECT_TIMEOUT"]);

/** Codes of OpenSSL and Node for a rejected certificate: the request is sent only after that check. */
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|CRL_)/;

/** The message of undici for a port that the fetch standard forbids; it has no code. */
const BLOCKED_PORT = "bad port";

/** The other side does not speak TLS. */
const NOT_TLS = new Set(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "EPROTO"]);

/** Classifies an error of `fetch` and its causes. */
export function readFailure(error: unknown): Failure {
  const chain = causesOf(error);
  for (const cause of chain) {
    const { code = "", syscall } = cause;
    if (cause.message === BLOCKED_PORT) {
      return { unreached: true, permanent: true, text: "platforms call nothing at this port" };
    }
    if (NOT_TLS.has(code)) {
      return { unreached: true, permanent: true, code, text: "the other side does not speak TLS: is it http?" };
    }
    if (CERTIFICATE.test(code)) {
      return { unreached: true, permanent: true, code, text: `its certificate is not accepted (${code})` };
    }
    const attempts = cause.errors;
    if (attempts !== undefined && attempts.length > 0) {
      // One error per address of the host; no byte was sent if none of them was reached.
      const all = attempts.map(readFailure);
      return { ...all[0], unreached: all.every(({ unreached }) => unreached) };
    }
    if (UNREACHED_CODES.has(code) || (CONNECT_CODES.has(code) && syscall === "connect")) {
      return { unreached: true, permanent: false, code, text: cause.message };
    }
  }
  const coded = chain.find(({ code }) => code !== undefined);
  if (chain.some(({ name }) => name === "HTTPParserError")) {
    return { unreached: false, permanent: false, code: coded?.code, text: "the answer is not HTTP: is it https?" };
  }
  return { unreached: false, permanent: false, code: coded?.code, text: chain.at(-1)?.message ?? "no reason given" };
}

interface Cause {
  readonly name: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly syscall?: string | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

/** Returns the error and its causes, outermost first; limited, as a cause can be its own. */
function causesOf(error: unknown): readonly Cause[] {
  const chain: Cause[] = [];
  for (let at = error; typeof at === "object" && at !== null && chain.length < 5; at = (at as Error).cause) {
    const { name, message, code, syscall, errors } = at as Readonly<Record<string, unknown>>;
    chain.push({
      name: typeof name === "string" ? name : "",
      message: typeof message === "string" ? message : "",
      code: typeof code === "string" ? code : undefined,
      syscall: typeof syscall === "string" ? syscall : undefined,
      errors: Array.isArray(errors) ? errors : undefined,
    });
  }
  return chain;
}
