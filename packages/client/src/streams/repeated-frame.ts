/**
 * Recognizes the frame that a host repeats after a reconnect: it sends its newest image to each new connection, also if
 * the image was received before.
 */
export class RepeatedFrame {
  #newest: ArrayBuffer | Blob | undefined;
  #connection = 0;

  /**
   * Returns whether a frame is the first of its connection and has the bytes of the newest frame of an earlier one.
   * Blobs can only be compared asynchronously.
   */
  isRepeated(connection: number, data: ArrayBuffer | Blob): boolean | Promise<boolean> {
    const before = this.#newest;
    const isFirst = connection !== this.#connection;
    this.#newest = data;
    this.#connection = connection;
    if (before === undefined || !isFirst) return false;
    if (before instanceof ArrayBuffer) return data instanceof ArrayBuffer && areEqual(before, data);
    if (data instanceof ArrayBuffer || before.size !== data.size) return false;
    return Promise.all([before.arrayBuffer(), data.arrayBuffer()]).then(
      ([one, other]) => areEqual(one, other),
      () => false,
    );
  }
}

function areEqual(one: ArrayBuffer, other: ArrayBuffer): boolean {
  if (one.byteLength !== other.byteLength) return false;
  const bytes = new Uint8Array(other);
  return new Uint8Array(one).every((byte, index) => byte === bytes[index]);
}
