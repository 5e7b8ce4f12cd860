/** A list in the state, of things whose shape the rules tell. @param {any} things @returns {any[]} */
export const all = (things) => things ?? [];
