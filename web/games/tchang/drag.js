/** Following a pointer from where it went down until it is lifted. */

/** A tap is no drag: the pointer has to come this far, in pixels. */
const FAR = 6;

/**
 * @param {PointerEvent} start
 * @param {{ move: (across: number, down: number) => void, end: (moved: boolean, last: PointerEvent) => void }} told
 */
export function follow(start, { move, end }) {
  if (!start.isPrimary || start.button !== 0) return;
  const ending = new AbortController();
  let moved = false;
  const listen = (
    /** @type {"pointermove" | "pointerup" | "pointercancel"} */ kind,
    /** @type {(event: PointerEvent) => void} */ heard,
  ) =>
    addEventListener(kind, (event) => event.pointerId === start.pointerId && heard(event), { signal: ending.signal });
  listen("pointermove", (event) => {
    const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    moved ||= Math.hypot(across, down) >= FAR;
    if (moved) move(across, down);
  });
  for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
    listen(kind, (event) => {
      ending.abort();
      end(moved && kind === "pointerup", event);
    });
  }
}
