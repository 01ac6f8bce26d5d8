// Talking to the launcher: questions and answers, and the stream of its states.

const ANSWER_MS = 6000;
const SILENT_MS = 20000; // the server says something at least every 15 seconds
const AGAIN_MS = [200, 400, 800];
const YOUNG_MS = 300; // several events tell of the same return: an attempt gets so long before it's begun anew

/** `status` 0: no answer came. `sentence`: the server's, in English; `body`: all that it said. */
export class ApiError extends Error {
  constructor(status, body = {}) {
    const sentence = body.refused ?? body.error ?? "";
    super(sentence || `status ${status}`);
    Object.assign(this, { status, sentence, body });
  }
}

async function request(method, path, body) {
  const cut = new AbortController();
  const late = setTimeout(() => cut.abort(), ANSWER_MS);
  try {
    const answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: cut.signal,
      cache: "no-store",
    });
    const text = await answer.text();
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const said = isJson && text ? JSON.parse(text) : undefined;
    if (!answer.ok) throw new ApiError(answer.status, said);
    return said ?? text;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0);
  } finally {
    clearTimeout(late);
  }
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body) => request("PUT", path, body);
export const del = (path) => request("DELETE", path);

/** The events of a text/event-stream, one {id, data} each; a bare comment is one without data. */
export async function* events(chunks) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true }).replaceAll("\r", "");
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const event = { id: undefined, data: undefined };
      for (const line of block.split("\n")) {
        const [, field, value] = /^(\w*):? ?(.*)$/.exec(line) ?? [];
        if (field === "data" || field === "id") event[field] = event[field] === undefined ? value : `${event[field]}\n${value}`;
      }
      yield event;
    }
    yield {}; // something came, so the line is alive
  }
}

async function* read(body) {
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}

/**
 * Every state from now on goes to `onState`; `onLink` hears "up", "down" and "out" (the code isn't known here).
 *
 * Returns `wake()`: connect anew, at once or as soon as this attempt has had its time. No call is in vain: a
 * phone that slept, be it for a moment, may hold a connection that only looks alive.
 */
export function stream(onState, onLink) {
  let seen = "";
  let tries = 0;
  let begun = 0;
  let cut = new AbortController();
  let waiting;

  async function listen(mine) {
    let silent = setTimeout(() => mine.abort(), ANSWER_MS);
    try {
      const headers = seen ? { "Last-Event-ID": seen } : {};
      const answer = await fetch("/api/events", { headers, signal: mine.signal, cache: "no-store" });
      if (answer.status === 401) return "out";
      if (!answer.ok) return "down";
      for await (const event of events(read(answer.body))) {
        clearTimeout(silent);
        silent = setTimeout(() => mine.abort(), SILENT_MS);
        if (mine.signal.aborted) return "down";
        tries = 0;
        onLink("up");
        if (event.id) seen = event.id;
        if (event.data) onState(JSON.parse(event.data));
      }
    } catch {
      // Cut off, by the network or by `wake`: either way it begins anew.
    } finally {
      clearTimeout(silent);
    }
    return "down";
  }

  async function connect() {
    clearTimeout(waiting);
    cut.abort();
    const mine = (cut = new AbortController());
    begun = performance.now();
    const ended = await listen(mine);
    if (mine !== cut) return; // somebody woke us meanwhile
    begun = -Infinity; // nothing is under way
    onLink(ended);
    if (ended === "down") waiting = setTimeout(connect, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
  }

  connect();
  return () => {
    const young = begun + YOUNG_MS - performance.now();
    clearTimeout(waiting);
    if (young > 0) waiting = setTimeout(connect, young);
    else connect();
  };
}
