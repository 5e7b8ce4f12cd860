// What the page's pure modules are called with: a scene as table/scene.js creates it, without a table behind it.

/** The names of the players. */
const NAMES = ["Ana", "Ben", "Cleo", "Dan"];

/**
 * A scene of a seat, and what was done with it: `sent` actions, `messages`, and its selection so far.
 * @param {object} state @param {{ me?: number | null, legal?: { type: string }[], types?: string[], selection?: object }} [table]
 */
export function scene(state, { me = 0, legal = [], types = [], selection = {} } = {}) {
  const [sent, messages] = [[], []];
  const result = {
    state,
    me,
    legal,
    types: [...new Set([...types, ...legal.map(({ type }) => type)])],
    truncated: false,
    sending: false,
    selection,
    view: { status: "active", awaiting: [me], viewer: me, seats: NAMES.map((name, seat) => ({ seat, name })) },
    sent,
    messages,
    select: (changes) => void (result.selection = { ...result.selection, ...changes }),
    send: (action) => void sent.push(action),
    legalOf: (wanted) => legal.filter(({ type }) => type === wanted),
    name: (seat) => (seat === null ? "" : NAMES[seat]),
    now: () => 0,
    notify: (text) => void messages.push(text),
  };
  return result;
}

/** An event as the log has it. @param {string} type @param {number | null} seat @param {object} [data] */
export const event = (type, seat, data = {}) => ({ seq: 1, version: 3, at: "", type, seat, data });
