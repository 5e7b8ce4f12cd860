// A game without rules but turns: each move marks a cell, and the turn goes on.
// Its state has as many cells as fit into the requested bytes, as JSON. What boardgame.io adds to it comes on top.

const cells = (count) => Array.from({ length: count }, (_, n) => ({ face: n % 7, owner: null }));

exports.ofSize = (bytes) => {
  let count = 1;
  while (JSON.stringify({ marked: 0, cells: cells(count + 1) }).length <= bytes) count += 1;
  return {
    name: "covers",
    minPlayers: 2,
    maxPlayers: 2,
    setup: () => ({ marked: 0, cells: cells(count) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      mark: ({ G, playerID }, cell) => {
        G.cells[cell % count].owner = playerID;
        G.marked += 1;
      },
    },
  };
};
