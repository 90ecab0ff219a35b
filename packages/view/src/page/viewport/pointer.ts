/** Converts pointer events to movements of the view. */

/** Movements are fractions of the viewport's height; positions are fractions of its width and height. */
export interface PointerListener {
  onOrbit(dx: number, dy: number): void;
  onPan(dx: number, dy: number): void;
  onZoom(factor: number): void;
  onClick(x: number, y: number): void;
  onDoubleClick(x: number, y: number): void;
}

/** Maximum movement of a click in pixels. */
const CLICK_SLOP = 4;

/** Left button: orbit; middle, right or with shift: pan; wheel or two fingers: zoom. */
export function followPointer(canvas: HTMLElement, listener: PointerListener): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let isPan = false;
  const place = (event: MouseEvent): [number, number] => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = 0;
    isPan = event.button !== 0 || event.shiftKey;
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (last === undefined) return;
    const height = Math.max(1, canvas.getBoundingClientRect().height);
    const [dx, dy] = [(event.clientX - last.x) / height, (event.clientY - last.y) / height];
    const other = Array.from(pointers).find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const apart = (x: number, y: number): number => Math.max(1, Math.hypot(x - other.x, y - other.y));
      listener.onZoom(apart(last.x, last.y) / apart(event.clientX, event.clientY));
      listener.onPan(dx / 2, dy / 2);
    } else {
      moved += Math.hypot(event.clientX - last.x, event.clientY - last.y);
      if (moved > CLICK_SLOP && isPan) listener.onPan(dx, dy);
      else if (moved > CLICK_SLOP) listener.onOrbit(dx, dy);
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  const end = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && moved <= CLICK_SLOP && event.button === 0) listener.onClick(...place(event));
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("dblclick", (event) => listener.onDoubleClick(...place(event)));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 40 : event.deltaY;
      listener.onZoom(Math.exp(Math.max(-3, Math.min(3, lines)) * 0.06));
    },
    { passive: false },
  );
}
