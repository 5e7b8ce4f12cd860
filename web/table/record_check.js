/** Checks a game's record on the visitor's own machine, step by step, in words. */

/** @import { EventOf, GameTable, ViewOf } from "../types.js" */

import { api } from "../api.js";
import { t } from "../ui/i18n.js";
import * as storage from "../ui/storage.js";
import { verify } from "../verify.js";

/** @param {ViewOf} view @param {GameTable} game @returns {Promise<{ good: boolean, text: string }[]>} */
export async function checkRecord(view, game) {
  const [record, log, deal] = await Promise.all([api.getRecord(view.id), allEvents(view.id), game.loadDeal?.()]);
  const saved = storage.loadTable(view.id)?.commitment;
  const steps = verify(record, { commitment: saved ?? view.seed_commitment, log, checkDraws: deal?.checkDraws });
  const { valid } = await api.verifyRecord(record);
  return [
    ...steps.map(({ step, wrong }) => line(!wrong, t(`check_${step}`))),
    { good: Boolean(saved), text: t(saved ? "check_noted" : "check_not_noted") },
    line(valid, t("check_service")),
  ];
}

/** @param {boolean} good @param {string} what */
const line = (good, what) => ({ good, text: good ? what : t("check_failed", { what }) });

/** The whole log of a game. @param {string} id */
async function allEvents(id) {
  /** @type {EventOf[]} */
  const log = [];
  for (let after = 0; ; after = log.at(-1)?.seq ?? 0) {
    const { events, next_after: next } = await api.listEvents(id, { after, limit: 1000 });
    log.push(...events);
    if (next === null) return log;
  }
}
