/**
 * The deal again, from the seed in a record: all 70 cards are shuffled and laid on the outline row by row, and then it is
 * drawn who begins. docs/verify.mjs uses it too, without a browser.
 */

/** @import { Chance, CheckDraws, Schemas } from "/web/types.js" */
/** @import { Event } from "./types.js" */

const DECK = "F".repeat(42) + "X".repeat(14) + "Z".repeat(14);
/** @type {{ [face: string]: string }} */
const NAMES = { F: "find", X: "blank", Z: "sleeper" };
/** @type {{ [layout: string]: string }} */
const OUTLINES = {
  square: "######## ######## ######## ######## ######## ######## ######## ########",
  donut: ".#######. ######### ######### ###...### ###...### ###...### ######### ######### .#######.",
  mascot:
    ".....#..... ....###.... ...#####... ..#######.. ..##.#.##.. .#########. .#########. .###...###. ########### ###########",
  heart: ".###...###. #####.##### ########### ########### .#########. ..#######.. ...#####... ....###.... .....#.....",
  cow_droppings: "...####.. .######## ######### ########. ######### ######### .######## ########. ..###.##.",
  skull: "..#####.. .#######. ######### ##..#..## ##..#..## ######### ####.#### .#######. .#######. ..#.#.#..",
};

/** What lies where, what is left over, and who begins. @param {Chance} chance @param {number} seats @param {Schemas["TokyoPooDiversOptions"]} options */
export function deal(chance, seats, options) {
  const outline = OUTLINES[options.layout ?? "square"]?.split(" ");
  const rows = (options.layout === "custom" ? options.rows : outline) ?? [];
  const cards = chance.shuffled(DECK);
  let next = 0;
  const covers = rows.map((row) => [...row].map((place) => (place === "#" ? cards[next++] : ".")).join(""));
  const first = options.first_player ?? Number(chance.below(seats));
  return { covers, leftover: cards.slice(next).join(""), first };
}

/** Whether a game showed what was dealt. @type {CheckDraws<Schemas["TokyoPooDiversRecord"], Event>} */
export function checkDraws(chance, record, log) {
  const { covers, first } = deal(chance, record.seats.length, record.options);
  const opened = log.flatMap((event) => (event.type === "cover_opened" ? [event.data] : []));
  const fitting = opened.filter(
    ({ cell: [row = -1, column = -1], face }) => NAMES[covers[row]?.[column] ?? ""] === face,
  );
  const results = [
    {
      what: `${fitting.length} of ${opened.length} covers opened show the face that was shuffled there`,
      right: fitting.length === opened.length,
    },
  ];
  const began = log.find(({ type }) => type === "turn_began");
  if (began !== undefined && began.version === log.find(({ type }) => type === "game_started")?.version)
    results.push({ what: "the seat that was drawn begins", right: began.seat === first });
  return results;
}
