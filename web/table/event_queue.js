/** Shows events one after another; if too many wait, they are shown without animation. */

/** @import { EventOf } from "../types.js" */

/** With more events waiting than this, none is animated. */
const MOST_ANIMATED = 3;
/** How long an animation is waited for, in milliseconds. */
const LONGEST_MS = 400;

/**
 * @param {(event: EventOf, quick: boolean) => Promise<unknown> | void} showEvent `quick`: without animation
 * @param {() => void} showNewestView
 */
export function eventQueue(showEvent, showNewestView) {
  /** @type {EventOf[]} */
  const waiting = [];
  let running = false;
  let viewIsNew = false;

  async function run() {
    if (running) return;
    running = true;
    try {
      for (let event = waiting.shift(); event; event = waiting.shift()) await showNext(event);
    } finally {
      running = false; // whatever went wrong with an event, the newest view is drawn
      if (viewIsNew) showNewestView();
      viewIsNew = false;
    }
  }

  /** @param {EventOf} event */
  function showNext(event) {
    const quick = waiting.length >= MOST_ANIMATED;
    const animation = showEvent(event, quick);
    if (!animation || quick) return undefined;
    return Promise.race([animation, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
  }

  return {
    /** @param {EventOf} event */
    addEvent: (event) => void waiting.push(event),
    /** There is a newer view, and its events have come before it. */
    addView: () => {
      viewIsNew = true;
      void run();
    },
  };
}
