/** Follows a pointer from where it went down until it is lifted. */

/** A tap is no drag: the pointer has to come this far, in pixels. */
const THRESHOLD = 6;

/**
 * @param {PointerEvent} start
 * @param {{ move: (across: number, down: number) => void, end: (moved: boolean, last: PointerEvent) => void }} listeners
 */
export function trackPointer(start, { move, end }) {
  if (!start.isPrimary || start.button !== 0) return;
  const ending = new AbortController();
  let moved = false;
  const listen = (
    /** @type {"pointermove" | "pointerup" | "pointercancel"} */ kind,
    /** @type {(event: PointerEvent) => void} */ listener,
  ) =>
    addEventListener(kind, (event) => event.pointerId === start.pointerId && listener(event), {
      signal: ending.signal,
    });
  listen("pointermove", (event) => {
    const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    moved ||= Math.hypot(across, down) >= THRESHOLD;
    if (moved) move(across, down);
  });
  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
    listen(kind, (event) => {
      ending.abort();
      end(moved && kind === "pointerup", event);
    });
  }
}
