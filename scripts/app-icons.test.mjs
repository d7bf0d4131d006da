import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawIcon, ICONS } from './app-icons.mjs';

const FOLDER = join(import.meta.dirname, '../apps/web/public/icons');

/** Side and rows of a PNG with one data chunk right after its header. */
function readPng(name) {
  const file = readFileSync(join(FOLDER, name));
  const size = file.readUInt32BE(33);
  return { side: file.readUInt32BE(16), rows: inflateSync(file.subarray(41, 41 + size)) };
}

describe('the icons of the installed app', () => {
  it.each(ICONS)('$name is what the script draws', (icon) => {
    const { side, rows } = readPng(icon.name);
    expect(side).toBe(icon.side);
    const drawn = drawIcon(icon);
    const width = side * 4;
    for (let row = 0; row < side; row += 1) {
      const stored = rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1));
      expect(stored.equals(drawn.subarray(row * width, (row + 1) * width)), `row ${row}`).toBe(true);
    }
  });

  it('keep the mark of a maskable icon inside the safe circle', () => {
    const [icon] = ICONS.filter(({ radius, side }) => radius === 0 && side === 512);
    const pixels = drawIcon(icon);
    const { side } = icon;
    for (let at = 0; at < side * side; at += 1) {
      const isPaper = pixels[at * 4] > 250;
      const reach = Math.hypot((at % side) - side / 2, Math.floor(at / side) - side / 2);
      if (!isPaper && reach > side * 0.4) throw new Error(`pixel ${at} is cut off`);
    }
  });
});
