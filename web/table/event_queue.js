/** Events are told one after another; whoever is too far behind jumps to the newest view. */

const FAR = 3;
const LONGEST = 400;

/**
 * @param {(event: any, quick: boolean) => Promise<unknown> | void} tell shows one event; `quick`: without animation
 * @param {() => void} settle draws the newest view
 */
export function queue(tell, settle) {
  /** @type {any[]} */
  const waiting = [];
  let busy = false;
  let fresh = false;

  async function run() {
    if (busy) return;
    busy = true;
    try {
      while (waiting.length > 0) await one();
    } finally {
      busy = false; // whatever went wrong with an event, the newest view is drawn
      if (fresh) settle();
      fresh = false;
    }
  }

  function one() {
    const quick = waiting.length > FAR;
    const told = tell(waiting.shift(), quick);
    return told && !quick ? Promise.race([told, new Promise((done) => setTimeout(done, LONGEST))]) : undefined;
  }

  return {
    /** @param {any} event */
    event: (event) => void waiting.push(event),
    /** There is a newer view, and its events have come before it. */
    view: () => {
      fresh = true;
      void run();
    },
  };
}
