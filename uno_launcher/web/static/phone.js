// What this phone remembers for itself: never sent anywhere.

const KEPT = "phone";
const DEFAULT = { sounds: true, speech: false, me: null };

function kept() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...DEFAULT }; // a private window, or somebody else's words
  }
}

export const phone = kept();

/** Change settings, as in `setPhone({speech: true})`. */
export function setPhone(changes) {
  Object.assign(phone, changes);
  try {
    localStorage.setItem(KEPT, JSON.stringify(phone));
  } catch {
    // It holds as long as this page is open.
  }
}
