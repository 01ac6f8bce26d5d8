// Little noises and a voice, as wished on this phone. Nothing sounds before the first touch: browsers want it so.
import { language } from "./i18n.js";
import { phone } from "./phone.js";

let audio = null;

/** Call on the first touch. */
export function wakeSound() {
  const Audio = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (Audio && !audio) audio = new Audio();
  if (audio?.state === "suspended") audio.resume().catch(() => {});
}

function note(pitch, { at = 0, long = 0.12, loud = 0.12, shape = "sine", to = pitch } = {}) {
  const start = audio.currentTime + at;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + long + 0.02);
}

function swish(at) {
  const long = 0.16;
  const start = audio.currentTime + at;
  const noise = audio.createBufferSource();
  noise.buffer = audio.createBuffer(1, audio.sampleRate * long, audio.sampleRate);
  const samples = noise.buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(900, start);
  band.frequency.exponentialRampToValueAtTime(3800, start + long);
  const gain = audio.createGain();
  gain.gain.value = 0.25;
  noise.connect(band).connect(gain).connect(audio.destination);
  noise.start(start);
}

const SOUNDS = {
  press: () => [note(880, { long: 0.3 }), note(1320, { at: 0.02, long: 0.25, loud: 0.06 })],
  cards: (many) => Array.from({ length: Math.min(many, 12) }, (_, i) => swish(i * 0.09)),
  dry: () => [note(240, { long: 0.2, to: 130, shape: "triangle" })],
  refused: () => [note(160, { long: 0.14, shape: "square", loud: 0.05 }), note(130, { at: 0.16, long: 0.2, shape: "square", loud: 0.05 })],
  tension: (high) => [note(300 + high * 5, { long: 0.09, shape: "triangle" }), note(300 + high * 5, { at: 0.13, long: 0.09, shape: "triangle" })],
  turn: () => [note(660, { loud: 0.06 })],
};

/** Make one of SOUNDS, unless this phone or the launcher is to be quiet. */
export function sound(name, value, quiet = false) {
  if (phone.sounds && !quiet && audio?.state === "running") SOUNDS[name](value);
}

/** Say it in this phone's language; what was being said is cut short. */
export function speak(text) {
  const voice = globalThis.speechSynthesis;
  if (!phone.speech || !voice || !text) return;
  voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  voice.speak(words);
}
