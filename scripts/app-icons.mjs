// Draws the icons of the installed app from the logo: `node scripts/app-icons.mjs` writes them to apps/web/public/icons.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const FOLDER = join(import.meta.dirname, '../apps/web/public/icons');
const PAPER = [255, 255, 255];
const PETROL = [0, 109, 143];
const WHEAT = [217, 154, 28];

/** Sides in pixels; a maskable icon fills its square and keeps the mark in the safe zone, as phones cut the corners. */
export const ICONS = [
  { name: 'icon-192.png', side: 192, mark: 0.72, radius: 0.22 },
  { name: 'icon-512.png', side: 512, mark: 0.72, radius: 0.22 },
  { name: 'maskable-192.png', side: 192, mark: 0.56, radius: 0 },
  { name: 'maskable-512.png', side: 512, mark: 0.56, radius: 0 },
  { name: 'apple-touch-icon.png', side: 180, mark: 0.64, radius: 0 },
];

/** The logo on its grid of 32 units: `M9 28V13a8 8 0 1 1 8 8`, stroke 3.5, and a dot of radius 3 at 17, 13. */
const CENTER = { x: 17, y: 13 };
const STROKE = 3.5;
const DOT = 3;
/** The drawing's middle and its larger side, strokes included. */
const MIDDLE = { x: 17, y: 16.5 };
const EXTENT = 26.5;

/** Distance to the middle line of the mark: a stem and three quarters of a circle. */
function distanceToPath(x, y) {
  const stem = Math.hypot(x - 9, y - Math.min(28, Math.max(13, y)));
  const isOpen = x < CENTER.x && y > CENTER.y;
  const arc = isOpen
    ? Math.hypot(x - CENTER.x, y - CENTER.y - 8)
    : Math.abs(Math.hypot(x - CENTER.x, y - CENTER.y) - 8);
  return Math.min(stem, arc);
}

/** Distance to a square with round corners; negative inside. */
function distanceToTile(x, y, side, radius) {
  const [dx, dy] = [x, y].map((at) => Math.abs(at - side / 2) - side / 2 + radius);
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

const coverage = (distance) => Math.min(1, Math.max(0, 0.5 - distance));
const mix = (under, over, share) => under.map((value, at) => value + (over[at] - value) * share);

/** RGBA, row by row. */
export function drawIcon({ side, mark, radius }) {
  const scale = (side * mark) / EXTENT;
  const pixels = Buffer.alloc(side * side * 4);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const [left, top] = [column + 0.5, row + 0.5];
      const [x, y] = [(left - side / 2) / scale + MIDDLE.x, (top - side / 2) / scale + MIDDLE.y];
      const path = coverage((distanceToPath(x, y) - STROKE / 2) * scale);
      const dot = coverage((Math.hypot(x - CENTER.x, y - CENTER.y) - DOT) * scale);
      const color = mix(mix(PAPER, PETROL, path), WHEAT, dot).map(Math.round);
      const opacity = radius === 0 ? 1 : coverage(distanceToTile(left, top, side, side * radius));
      pixels.set([...color, Math.round(255 * opacity)], (row * side + column) * 4);
    }
  }
  return pixels;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** PNG with 8 bits per channel and no filter. */
function png(pixels, side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6], 8);
  const rows = Array.from({ length: side }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * side * 4, (row + 1) * side * 4)]),
  );
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(FOLDER, { recursive: true });
  for (const icon of ICONS) writeFileSync(join(FOLDER, icon.name), png(drawIcon(icon), icon.side));
}
