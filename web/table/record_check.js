/** Checks a game's record on the visitor's own machine, step by step, in words. */

import { api } from "../main.js";
import * as memory from "../ui/storage.js";
import { t } from "../ui/i18n.js";
import { verify } from "../verify.js";

/** @param {any} view @returns {Promise<{ good: boolean, text: string }[]>} */
export async function checked(view) {
  const record = await api.getRecord(view.id);
  const noted = memory.table(view.id)?.commitment;
  const log = [];
  for (let after = 0; ; after = /** @type {number} */ (log.at(-1)?.seq)) {
    const { events, next_after } = await api.listEvents(view.id, { after, limit: 1000 });
    log.push(...events);
    if (next_after === null) break;
  }
  const lines = verify(record, { commitment: noted ?? view.seed_commitment, log }).map(({ step, wrong }) => ({
    good: !wrong,
    text: wrong ? t("check_failed", { what: t(`check_${step}`) }) : t(`check_${step}`),
  }));
  const { valid } = await api.verifyRecord(/** @type {any} */ (record));
  return [
    ...lines,
    { good: Boolean(noted), text: t(noted ? "check_noted" : "check_not_noted") },
    { good: valid, text: valid ? t("check_service") : t("check_failed", { what: t("check_service") }) },
  ];
}
