// Pure: texts with gaps, plurals, and the server's English sentences in another language.

/** A text with its {gaps} filled in. */
export const filled = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? values[name] : gap));

/**
 * `t(key, values)` over a language's words. Where a text has plural forms, `values.n` chooses among them.
 * A key that isn't there comes back as it is: better a strange word than an empty button.
 */
export function speaker(words, locale) {
  const rules = new Intl.PluralRules(locale);
  return (key, values = {}) => {
    const text = words[key] ?? key;
    return filled(typeof text === "string" ? text : text[rules.select(values.n)] ?? text.other, values);
  };
}

const SHORT = 6; // letters: templates with fewer of their own mean something only inside a sentence, round short words

/**
 * `sentence(text)` over pairs of an English template ("{0} owes {1} first{2}.") and its translation.
 *
 * The template with most letters of its own wins, what stood in its gaps is translated likewise; `word(text)`
 * knows cards and colours, or says undefined. What isn't known stays English.
 */
export function translator(pairs, word = () => undefined) {
  const whole = new Map();
  const patterns = [];
  for (const [english, translation] of Object.entries(pairs)) {
    const parts = english.split(/\{(\d)\}/); // text, gap, text, gap, …
    if (parts.length === 1) whole.set(english, translation);
    else {
      const own = parts.filter((_, i) => i % 2 === 0).join("").length;
      const source = parts.map((part, i) => (i % 2 ? (own < SHORT ? "([^.,;:]{1,30})" : "(.*?)") : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
      patterns.push({ own, gaps: parts.filter((_, i) => i % 2), regex: RegExp(`^${source.join("")}$`, "s"), translation });
    }
  }
  patterns.sort((a, b) => b.own - a.own);

  function known(text, depth) {
    const fixed = whole.get(text) ?? (depth ? word(text) : undefined);
    if (fixed !== undefined || depth > 4) return fixed;
    const both = joined(text, "; ", depth); // before a gap takes it for its own
    if (both !== undefined) return both;
    for (const { own, gaps, regex, translation } of patterns) {
      if (!depth && own < SHORT) break;
      const found = regex.exec(text);
      if (found) {
        const values = {};
        gaps.forEach((gap, i) => (values[gap] = known(found[i + 1], depth + 1) ?? found[i + 1]));
        return filled(translation, values);
      }
    }
    return joined(text, ": ", depth) ?? (depth ? undefined : begun(text));
  }

  /** Two sentences that the server made into one. */
  function joined(text, by, depth) {
    const at = text.indexOf(by);
    if (at < 0) return undefined;
    const halves = [text.slice(0, at), text.slice(at + by.length)].map((half) => known(half, depth + 1));
    return halves.includes(undefined) ? undefined : halves.join(pairs[by] ?? by);
  }

  /** One that the server gave a capital and a full stop. */
  function begun(text) {
    if (!text.endsWith(".")) return undefined;
    const half = known(text[0].toLowerCase() + text.slice(1, -1), 1);
    return half && `${half[0].toUpperCase()}${half.slice(1)}.`;
  }

  return (text) => (text ? known(text, 0) ?? text : "");
}
