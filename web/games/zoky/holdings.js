/** The gangs: what each holds of the city, its points, its Zokus, and the Lieutenants everyone has seen. */

/** @import { Scene } from "../../types.js" */

import { h } from "../../ui/dom.js";
import { seatIcon } from "../../ui/seat_icons.js";
import { formatList, t } from "../../ui/i18n.js";
import { face, icon, sign, ward } from "./icons.js";
import { all } from "./lists.js";
import { tell } from "./labels.js";

const [TRIO, ALL] = [3, 5];

/** What everyone sees of a gang, on its chief's plate. @param {number} seat @param {Scene} scene */
export function plate(seat, { state }) {
  const chief = state?.chiefs[seat];
  return (
    chief &&
    h(
      "span",
      { class: "zk-plate" },
      ["points", "reserve", "jail", "face_down"].map(
        (what) =>
          (what !== "jail" || chief.jail > 0) &&
          h(
            "span",
            null,
            icon(what),
            h("span", { "aria-hidden": "true" }, chief[what]),
            h("span", { class: "unseen" }, t(`zoky.tally.${what}`, { n: chief[what] })),
          ),
      ),
    )
  );
}

/** Who holds what: a row for each gang, a column for each Arrondissement. @param {Scene} scene */
export const holdings = (scene) => {
  const { arrondissements, chiefs } = scene.state;
  const wards = all(arrondissements).map((_, number) => ward(scene.state, number));
  return h(
    "section",
    { class: "zk-holdings" },
    h("h3", null, t("zoky.holdings")),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td", null),
          wards.map(({ name, look, paint }) =>
            h("th", { scope: "col", class: paint, title: name }, sign(look), h("span", null, name)),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        all(chiefs).map(({ seat, quartiers }) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, seatIcon(seat), " ", scene.name(seat)),
            wards.map(({ name, paint }, number) =>
              cell(
                scene.state,
                name,
                paint,
                all(quartiers).filter((quartier) => Math.floor(quartier / 5) === number),
              ),
            ),
          ),
        ),
      ),
    ),
    h("small", null, t("zoky.bonuses", { n: wards.length })),
    seen(scene),
  );
};

/** @param {any} state @param {string} name @param {string} paint @param {number[]} held */
const cell = (state, name, paint, held) =>
  h(
    "td",
    {
      class: `${paint} ${held.length >= TRIO ? "trio" : ""}`,
      title: `${name}: ${formatList(held.map((quartier) => face(state, quartier).name))}`,
    },
    held.length > 0 && h("b", null, held.length),
    held.length >= TRIO && h("small", null, held.length === ALL ? "+10" : "+5"),
  );

/** The Lieutenants that lie face up, and what was traded. @param {Scene} scene */
function seen(scene) {
  const { chiefs, swap } = scene.state;
  return h(
    "ul",
    { class: "bare" },
    all(chiefs).map(({ seat, face_up }) =>
      all(face_up).map(({ name, text }) =>
        h("li", null, seatIcon(seat), " ", h("b", null, `${name}.`), " ", h("small", null, text)),
      ),
    ),
    swap && h("li", null, h("small", null, tell({ type: "quartier_swapped", seat: null, data: swap }, scene))),
  );
}
