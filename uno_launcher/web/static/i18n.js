// The language of whoever holds this phone: their browser's, or the one they chose here.
import { speaker, translator } from "./words.js";

export const languages = {
  en: "English", fr: "Français", de: "Deutsch", it: "Italiano", es: "Español", sv: "Svenska",
};

const KEPT = "language";
let say = (key) => key;
let serverSays = (text) => text;
let has = () => false;

export let language = "en";

/** The text for a key; `values` fill its {gaps}, and `values.n` chooses the plural. */
export const t = (key, values) => say(key, values);

/** The words for a name that may be somebody's own, such as a box's: that name where there are none. */
export const named = (key, name) => (has(key) ? t(key) : name);

/** A sentence of the server's in this language; where nobody translated it, as it came. */
export const sentence = (text) => serverSays(text);

/** A card word as people say it: "red hit-2" is "Hit 2 rouge" in French. */
export function cardName(word) {
  const [, colour, kind] = /^(?:(red|yellow|green|blue) )?(.*)$/.exec(word ?? "");
  const name = named(`card.${kind}`, kind.replace(/^wild-/, "").replaceAll("-", " "));
  return colour ? t("card.coloured", { card: name, colour: t(`colour.${colour}`) }) : name;
}

function wordOf(text) {
  const [, colour, kind] = /^(?:(red|yellow|green|blue) )?(.*)$/.exec(text);
  if (has(`card.${kind}`) || (colour && /^\d$/.test(kind))) return cardName(text);
  return has(`colour.${text}`) ? t(`colour.${text}`) : undefined;
}

async function read(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  return answer.json();
}

/** Speak this language from now on, here and after a reload. Nothing changes where it can't be fetched. */
export async function setLanguage(code) {
  const from = `/static/lang/`;
  const [words, pairs] = await Promise.all([
    read(`${from}${code}.json`),
    code === "en" ? {} : read(`${from}sentences.${code}.json`),
  ]);
  language = code;
  has = (key) => key in words;
  say = speaker(words, code);
  serverSays = translator(pairs, wordOf);
  document.documentElement.lang = code;
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // A private window keeps nothing: the browser's language it is, then.
  }
}

/** The first language that this phone wants and this page speaks. */
export function preferred() {
  let kept;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    kept = null;
  }
  const wanted = [kept, ...(navigator.languages ?? [navigator.language])];
  return wanted.map((tag) => tag?.slice(0, 2)).find((code) => Object.hasOwn(languages, code)) ?? "en";
}

export const number = (value, digits = 0) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** A moment, written as the journal writes it, in this phone's own time. */
export const when = (iso, style = { dateStyle: "medium", timeStyle: "short" }) =>
  iso ? new Date(iso).toLocaleString(language, style) : "";
