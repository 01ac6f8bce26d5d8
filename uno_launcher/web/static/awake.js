// Keep the screen on while the page is shown.
//
// Browsers offer `navigator.wakeLock` on https only; over plain http a playing video keeps most of them awake.
// It starts with the first touch, since nothing may play before. What each browser wants of it:
// - Chromium: sound, or a fair share of the page; so the video lies under everything, as big as the page, and
//   is silent, since one with sound would stop the music that somebody is listening to.
// - Safari: a sound track that isn't muted, and no `loop`. Its file has one, with silence on it.
import { el } from "./dom.js";

const isSafari = typeof globalThis.GestureEvent !== "undefined";
let video = null;

function play() {
  if (document.visibilityState !== "visible") return;
  if (navigator.wakeLock) {
    navigator.wakeLock.request("screen").catch(() => {}); // a battery that runs low may refuse
    return;
  }
  video ??= made();
  video.play().catch(() => {});
}

function made() {
  const file = isSafari ? "/static/awake.mp4" : "/static/awake.webm";
  const made = el("video", { class: "awake", src: file, playsinline: true, "aria-hidden": "true", tabindex: "-1" });
  made.disableRemotePlayback = true;
  made.muted = !isSafari;
  if (isSafari) made.addEventListener("timeupdate", () => made.currentTime > made.duration / 2 && (made.currentTime = 0));
  else made.loop = true;
  document.body.prepend(made);
  return made;
}

/** From the first touch on. */
export function keepAwake() {
  addEventListener("pointerup", play, { once: true });
  addEventListener("keydown", play, { once: true });
  document.addEventListener("visibilitychange", () => {
    const plays = video && !video.paused;
    const touched = navigator.userActivation?.hasBeenActive ?? true; // where the browser doesn't say, try
    if (!plays && touched) play();
  });
}
