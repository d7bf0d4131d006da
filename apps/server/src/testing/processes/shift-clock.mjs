// Preloaded with `--import file:///…/shift-clock.mjs?/path/of/the/file`, it shifts the clock of the process by the
// milliseconds in that file, which may change at any time.
import { readFileSync } from 'node:fs';

const path = decodeURIComponent(new URL(import.meta.url).search.slice(1));
const RealDate = Date;
const realNow = Date.now;
let shift = 0;

function look() {
  try {
    shift = Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    // The file is being written, so the clock stays unchanged.
  }
}

look();
setInterval(look, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(realNow() + shift);
    else super(...values);
  }
  static now = () => realNow() + shift;
};
