import type { WebSocket } from "ws";

/** An open WebSocket of a session. If frames arrive faster than they can be sent, only the latest is. */
export class Viewer {
  private readonly socket: WebSocket;
  private next: Uint8Array | undefined;
  private isSending = false;

  private readonly numericCodes: boolean;

  constructor(socket: WebSocket, numericCodes = false) {
    this.socket = socket;
    this.numericCodes = numericCodes;
  }

  frame(jpeg: Uint8Array): void {
    this.next = jpeg;
    if (!this.isSending) this.sendNext();
  }

  code(code: string): void {
    if (this.socket.readyState === this.socket.OPEN)
      this.socket.send(JSON.stringify({ code: this.numericCodes ? Number(code) : code }));
  }

  close(): void {
    this.socket.close(1000);
    // Does not wait for a client that does not respond.
    setTimeout(() => this.socket.terminate(), 2000).unref();
  }

  private sendNext(): void {
    const jpeg = this.next;
    this.next = undefined;
    if (jpeg === undefined || this.socket.readyState !== this.socket.OPEN) return;
    this.isSending = true;
    this.socket.send(jpeg, { binary: true }, () => {
      this.isSending = false;
      this.sendNext();
    });
  }
}
