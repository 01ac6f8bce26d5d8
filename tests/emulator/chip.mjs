// A Pico's chip, its flash and its USB port. Whoever runs it decides how far time goes.
//
//   node chip.mjs MODULES IMAGE FILES BOOTROM PINS USB
//
// PINS are numbers of the outputs that are looked at; USB is the file descriptor of its serial port's far end,
// which doesn't block.
//
// On standard input a line says how far to go and which inputs change meanwhile, at which times:
//   UNTIL_US [GPIO LEVEL US]…
// The answer comes when that time has come or as soon as an output has changed:
//   NOW_US RESETS [GPIO PERCENT]…    every output looked at, PWM as its duty
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , modules, imageFile, filesFile, bootromFile, pins, usb] = process.argv;
const { Simulator, USBCDC, ConsoleLogger, LogLevel } = await import(
  pathToFileURL(path.join(modules, 'rp2040js', 'dist', 'esm', 'index.js')).href
);

const NS_A_CYCLE = 8; // 125 MHz
const FILES_AT = 0xa0000;
const LOW_SPEED_NS = 100_000; // how far to go while the chip sleeps without an alarm
const PWM_FUNCTION = 4;
const ROM_END = 0x4000;
const USB = Number(usb);

// The boot ROM's own functions talk to the flash chip, which isn't there: these write straight into it.
const SECTOR_ERASED = 0xff;
let erase, program;
function findRomFunctions() {
  const halfword = (address) => (bootrom[address >> 2] >>> (address & 2 ? 16 : 0)) & 0xffff;
  const named = (name) => {
    for (let entry = halfword(0x14); halfword(entry); entry += 4)
      if (halfword(entry) === (name.charCodeAt(0) | (name.charCodeAt(1) << 8))) return halfword(entry + 2) & ~1;
    throw new Error(`no function ${name} in the boot ROM`);
  };
  erase = named('RE');
  program = named('RP');
}
function inRom() {
  if (core.PC === erase) chip.flash.fill(SECTOR_ERASED, core.registers[0], core.registers[0] + core.registers[1]);
  else if (core.PC === program)
    for (let byte = 0; byte < core.registers[2]; byte++)
      chip.flash[core.registers[0] + byte] &= chip.readUint8(core.registers[1] + byte);
  else return false;
  core.PC = core.registers[14] & ~1;
  return true;
}

const outputs = pins.split(',').map(Number);
const image = fs.readFileSync(imageFile);
const files = fs.readFileSync(filesFile);
const rom = fs.readFileSync(bootromFile);
const bootrom = new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length));

let chip, clock, core;
let began = 0; // when this chip was started, in ns
let resets = 0;
let dirty = true;
let toHost = Buffer.alloc(0);
let receive = () => {};
const inputs = new Map();

function start(flash) {
  const simulator = new Simulator();
  chip = simulator.rp2040;
  clock = simulator.clock;
  core = chip.core;
  chip.loadBootrom(bootrom);
  chip.logger = new ConsoleLogger(LogLevel.Error);
  if (flash) chip.flash.set(flash);
  else {
    chip.flash.set(image);
    chip.flash.set(files, FILES_AT);
  }
  for (const [gpio, level] of inputs) chip.gpio[gpio].setInputValue(level);
  for (const gpio of outputs) chip.gpio[gpio].addListener(() => (dirty = true));
  const write = chip.pwm.writeUint32.bind(chip.pwm);
  chip.pwm.writeUint32 = (offset, value) => {
    write(offset, value);
    dirty = true;
  };
  const watchdog = chip.peripherals[0x40058];
  watchdog.onWatchdogTrigger = () => {
    watchdog.timer.enable = watchdog.alarm.enable = false; // or it goes off again at once
    resetWanted = true;
  };
  plugIn();
  core.PC = 0x10000000;
}

let resetWanted = false;
function reset() {
  resetWanted = false;
  began += clock.nanos;
  resets++;
  start(chip.flash.slice());
  dirty = true;
}

// The port. Out of the box an idle endpoint is fed empty packets all the while, which costs most of the time.
function plugIn() {
  const cdc = new USBCDC(chip.usbCtrl);
  const waiting = [];
  let wanted = null;
  const feed = () => {
    if (!wanted || !waiting.length) return;
    const { endpoint, size } = wanted;
    wanted = null;
    chip.usbCtrl.endpointReadDone(endpoint, new Uint8Array(waiting.splice(0, Math.min(size, waiting.length))));
  };
  chip.usbCtrl.onEndpointRead = (endpoint, size) => {
    if (endpoint === cdc.outEndpoint) {
      wanted = { endpoint, size };
      feed();
    }
  };
  cdc.onSerialData = (data) => (toHost = Buffer.concat([toHost, Buffer.from(data)]));
  receive = (data) => {
    waiting.push(...data);
    feed();
  };
}

const room = Buffer.alloc(4096);
function exchange() {
  try {
    const got = fs.readSync(USB, room, 0, room.length, null);
    if (got) receive(room.subarray(0, got));
  } catch (error) {
    if (error.code !== 'EAGAIN' && error.code !== 'EIO') throw error;
  }
  while (toHost.length) {
    try {
      toHost = toHost.subarray(fs.writeSync(USB, toHost));
    } catch (error) {
      if (error.code !== 'EAGAIN' && error.code !== 'EIO') throw error;
      return;
    }
  }
}

function percent(gpio) {
  const pin = chip.gpio[gpio];
  if (pin.functionSelect !== PWM_FUNCTION) return pin.outputEnable && pin.outputValue ? 100 : 0;
  const channel = chip.pwm.channels[(gpio >> 1) & 7];
  const compare = gpio & 1 ? channel.cc >>> 16 : channel.cc & 0xffff;
  return channel.timer.enable ? Math.min(100, Math.round((compare * 100) / (channel.top + 1))) : 0;
}

let told = outputs.map(() => 0);
function changed() {
  dirty = false;
  const now = outputs.map(percent);
  const news = now.some((value, index) => value !== told[index]);
  told = now;
  return news;
}

const nanos = () => began + clock.nanos;

function go(until, edges) {
  exchange();
  for (;;) {
    while (edges.length && edges[0].at <= nanos()) {
      const { gpio, level } = edges.shift();
      inputs.set(gpio, level);
      chip.gpio[gpio].setInputValue(level);
    }
    const target = Math.min(until, edges.length ? edges[0].at : until) - began;
    while (clock.nanos < target) {
      if (core.waiting) clock.tick(Math.min(clock.nanosToNextAlarm || LOW_SPEED_NS, target - clock.nanos));
      else if (core.PC >= ROM_END || !inRom()) clock.tick(core.executeInstruction() * NS_A_CYCLE);
      if (resetWanted) {
        reset();
        changed();
        return;
      }
      if (dirty && changed()) {
        if (toHost.length) exchange();
        return;
      }
    }
    if (!edges.length && nanos() >= until) break;
  }
  exchange();
}

findRomFunctions();
start(null);
const line = Buffer.alloc(65536);
let rest = '';
for (;;) {
  const got = fs.readSync(0, line, 0, line.length, null);
  if (!got) break;
  rest += line.subarray(0, got).toString();
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
    const numbers = rest.slice(0, end).split(' ').map(Number);
    rest = rest.slice(end + 1);
    const edges = [];
    for (let place = 1; place < numbers.length; place += 3)
      edges.push({ gpio: numbers[place], level: numbers[place + 1] === 1, at: numbers[place + 2] * 1000 });
    go(numbers[0] * 1000, edges);
    const values = outputs.map((gpio, index) => `${gpio} ${told[index]}`).join(' ');
    fs.writeSync(1, `${Math.round(nanos() / 1000)} ${resets} ${values}\n`);
  }
}
