/** The gangs: what each holds of the city, its points, its Zokus, and the Lieutenants everyone has seen. */

/** @import { Scene, State } from "./types.js" */

import { classes, formatList, h, seatIcon, t } from "/web/kit.js";
import { icon, quartierFace, wardFace, wardSign } from "./icons.js";
import { asEvent, describeEvent } from "./labels.js";

/** How many Quartiers of an Arrondissement bring a bonus, and how many there are. */
const [TRIO, ALL] = [3, 5];

/** What everyone sees of a gang, beside its chief's name. @param {number} seat @param {Scene} scene */
export function seatSummary(seat, { state }) {
  const chief = state?.chiefs[seat];
  return (
    chief &&
    h(
      "span",
      { class: "zk-plate" },
      /** @type {const} */ (["points", "reserve", "jail", "face_down"]).map(
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
  const wards = arrondissements.map((_, number) => wardFace(scene.state, number));
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
            h("th", { scope: "col", class: paint, title: name }, wardSign(look), h("span", null, name)),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        chiefs.map(({ seat, quartiers }) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, seatIcon(seat), " ", scene.name(seat)),
            wards.map(({ name, paint }, number) =>
              cell(
                scene.state,
                name,
                paint,
                quartiers.filter((quartier) => Math.floor(quartier / 5) === number),
              ),
            ),
          ),
        ),
      ),
    ),
    h("small", null, t("zoky.bonuses", { n: wards.length })),
    faceUpCards(scene),
    lieutenantsInGame(scene.state),
  );
};

/** All Lieutenants that may be in somebody's hand, for those who want to read them. @param {State} state */
const lieutenantsInGame = ({ lieutenants }) =>
  h(
    "details",
    { key: "lieutenants" },
    h("summary", null, t("zoky.lieutenants", { n: lieutenants.length })),
    h(
      "ul",
      { class: "bare" },
      lieutenants.map(({ name, text, window: when }) =>
        h(
          "li",
          null,
          h("b", null, `${name}.`),
          " ",
          h("small", null, text),
          " ",
          h("small", { class: "soft" }, t(`zoky.window.${when}`)),
        ),
      ),
    ),
  );

/** @param {State} state @param {string} name @param {string} paint @param {number[]} owned */
const cell = (state, name, paint, owned) =>
  h(
    "td",
    {
      class: classes(paint, owned.length >= TRIO && "trio"),
      title: `${name}: ${formatList(owned.map((quartier) => quartierFace(state, quartier).name))}`,
    },
    owned.length > 0 && h("b", null, owned.length),
    owned.length >= TRIO && h("small", null, owned.length === ALL ? "+10" : "+5"),
  );

/** The Lieutenants that lie face up, and what was traded. @param {Scene} scene */
function faceUpCards(scene) {
  const { chiefs, swap } = scene.state;
  return h(
    "ul",
    { class: "bare" },
    chiefs.map(({ seat, face_up }) =>
      face_up.map(({ name, text }) =>
        h("li", null, seatIcon(seat), " ", h("b", null, `${name}.`), " ", h("small", null, text)),
      ),
    ),
    swap &&
      h(
        "li",
        null,
        h("small", null, describeEvent(asEvent({ type: "quartier_swapped", seat: null, data: swap }), scene)),
      ),
  );
}
