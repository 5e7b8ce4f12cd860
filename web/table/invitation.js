/** The invitation to a table: its address. */

import { dialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { toast } from "../ui/notifications.js";

/** Invite: the phone's own way to share, or the address copied. @param {string} game */
export async function invite(game) {
  const address = location.href;
  try {
    if (navigator.share) await navigator.share({ text: t("share_text", { game }), url: address });
    else await navigator.clipboard.writeText(address).then(() => toast(t("copied")));
  } catch {
    await dialog(t("share"), () => [
      h("p", null, t("invite_text")),
      h("input", { readonly: true, value: address, "aria-label": t("share") }),
    ]);
  }
}
