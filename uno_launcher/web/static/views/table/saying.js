// Pure: the line that everybody reads first. Words are [key, values] for `t`; the server's own are {sentence}.

const TROUBLE = ["card_out", "jammed", "empty", "lid_open", "fault", "stopped", "starting"];
const COUNTING = ["launching", "settling"];

/**
 * What the table waits for:
 * - `tone`: "play", "press", "out" (cards are coming), "trouble", "over" or "calm";
 * - `who` it's about (or null), `what` is to be done, `times` to press ("until": until cards come; 0: no number);
 * - `lines`: what else is good to know, most important first.
 */
export function saying(state) {
  const { launcher, table, backend } = state;
  if (state.armed) return said("trouble", null, ["table.armed"], 0, [["table.armed-what"]]);
  if (backend !== "none" && TROUBLE.includes(launcher.state)) return trouble(state);
  const now = atTheTable(state);
  if (COUNTING.includes(launcher.state)) return { ...now, tone: "out", what: ["table.coming"], times: 0, lines: [] };
  if (state.resting && ["press", "play"].includes(now.tone)) return { ...now, lines: [["table.wait"], ...now.lines] };
  return now;
}

/**
 * A bar for how long somebody who may stop has to press on: `left` seconds, and its `share` of the whole. Null:
 * nothing runs out. `gone`: seconds since the state came.
 */
export function stopping({ stopping: given, launcher, armed }, gone) {
  if (!given || armed || launcher.state !== "ready") return null;
  const left = Math.max(0, given.left_s - gone);
  return { left, share: left / given.of_s };
}

const said = (tone, who, what, times = 0, lines = []) => ({ tone, who, what, times, lines });

function trouble(state) {
  const { why, advice } = state.launcher;
  const { tone, who, times } = atTheTable(state); // once that is over
  const lines = [];
  if (advice) lines.push({ sentence: advice });
  if (tone === "press" && who && times !== "until") lines.push(["table.still-owes", { who, n: times }]);
  return said("trouble", null, { sentence: why }, 0, lines);
}

function atTheTable({ table }) {
  const { mode, phase, up, owes } = table;
  if (mode === "toy") return said("calm", null, ["table.just-press"], 0, [["table.toy"]]);
  if (mode === "stack") return owes.length ? press(null, owes[0], table) : said("calm", null, ["table.nothing-owed"], 0, [["table.stack"]]);
  switch (phase) {
    case "turn-up":
      return said("calm", null, ["table.turn-up"], 0, [["table.dealt", { who: table.dealer }]]);
    case "play":
      return said("play", up, ["table.lays"], 0, [["table.turn-it", { who: up }], ["table.or-press"]]);
    case "choose":
      return said("play", up, [table.choosing.length > 1 ? "table.picks-both" : `table.picks-${table.choosing[0]}`]);
    case "owing":
      return press(up, owes[0], table);
    case "scoring":
      return said("over", table.out, ["table.won-round"], 0, [["table.count-hands"]]);
    case "round-over":
      return said("over", table.out, ["table.won-round"]);
  }
  if (Array.isArray(table.winner)) return said("over", null, ["table.tie", { who: table.winner.join(", ") }]);
  return said("over", table.winner, ["table.wins"]);
}

function press(who, debt, { owes }) {
  const lines = [
    who && ["table.turn-it", { who }],
    debt.may_answer && [who ? "table.may-answer" : "table.may-add"],
    debt.may_stop && ["table.may-stop"],
    owes.length > 1 && owes[1].who && ["table.then", { who: owes[1].who }],
  ];
  const until = debt.until_cards;
  return said("press", who, [until ? "table.press-until" : "table.press"], until ? "until" : debt.presses, lines.filter(Boolean));
}
