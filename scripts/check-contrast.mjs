// Fails when a colour of either theme cannot be read on a background it is used on, or when chart colours look alike.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contrast, distance, lightness, VISION_NAMES } from './color.mjs';

const TOKENS = 'apps/web/src/styles/tokens.css';
const EVERY_GROUND = ['bg-canvas', 'bg-surface', 'bg-sunken', 'bg-raised', 'bg-hover', 'bg-selected'];
const STATE_GROUND = ['bg-surface', 'bg-canvas', 'bg-hover', 'bg-selected'];

/** Foreground, its backgrounds, and the minimum contrast. */
const READABLE = [
  ['text-primary', EVERY_GROUND, 12],
  ['text-secondary', EVERY_GROUND, 7],
  ['text-tertiary', EVERY_GROUND, 4.5],
  ['text-on-inverse', ['bg-inverse'], 12],
  ['accent-text', [...STATE_GROUND, 'accent-subtle'], 4.5],
  ['accent-on-solid', ['accent-solid', 'accent-solid-hover', 'accent-solid-active'], 4.5],
  ['success-text', [...STATE_GROUND, 'success-subtle'], 4.5],
  ['danger-text', [...STATE_GROUND, 'danger-subtle'], 4.5],
  ['warning-text', [...STATE_GROUND, 'warning-subtle'], 4.5],
  ['info-text', [...STATE_GROUND, 'info-subtle'], 4.5],
  ['danger-on-solid', ['danger-solid'], 4.5],
  ['warning-on-solid', ['warning-solid'], 4.5],
  ['data-positive', [...STATE_GROUND, 'bg-sunken'], 4.5],
  ['data-negative', [...STATE_GROUND, 'bg-sunken'], 4.5],
  ['border-control', ['bg-surface', 'bg-canvas', 'bg-raised'], 3],
  ['focus-ring', ['bg-surface', 'bg-canvas', 'bg-raised', 'bg-selected', 'bg-sunken'], 3],
  ['accent-solid', ['bg-surface', 'bg-canvas'], 3],
];

const numbered = (name, count) => Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
const CHART = numbered('chart', 8);
const MAP = numbered('map', 7);
const HEAT = ['heat-n3', 'heat-n2', 'heat-n1', 'heat-0', 'heat-p1', 'heat-p2', 'heat-p3'];
const CHART_CONTRAST = 3.2;

/** Minimum distance between two colours with different meanings, for every kind of vision. */
const APART = [
  ['chart series', CHART, 10.5],
  ['heat of profit and loss', HEAT, 11],
  ['profit and loss', ['data-positive', 'data-negative'], 18],
];
/** Minimum distance between steps of the map scale; higher values must also look higher. */
const MAP_STEP = 6;

/** Hex variables of each theme, from the blocks `:root, [data-theme="light"]` and `[data-theme="dark"]`. */
export function themesOf(css) {
  const themes = {};
  for (const [, name, block] of css.matchAll(/\[data-theme="(light|dark)"\]\s*\{([^}]*)\}/g)) {
    themes[name] = Object.fromEntries(
      [...block.matchAll(/--([\w-]+):\s*(#[0-9a-fA-F]{6})\s*;/g)].map(([, variable, hex]) => [variable, hex]),
    );
  }
  return themes;
}

const pairs = (names) => names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));

/** Contrast problems of one theme, one sentence each. */
export function problemsOf(theme) {
  const wanted = [...READABLE.flatMap(([front, grounds]) => [front, ...grounds]), ...CHART, ...MAP, ...HEAT];
  const missing = [...new Set(wanted)].filter((name) => !theme[name]);
  if (missing.length > 0) return missing.map((name) => `--${name} is not a hex colour of the theme`);
  return [...unreadable(theme), ...alike(theme), ...brokenScale(theme)];
}

function unreadable(theme) {
  const rules = [...READABLE, ...CHART.map((name) => [name, ['bg-surface'], CHART_CONTRAST])];
  return rules.flatMap(([front, grounds, least]) =>
    grounds
      .map((ground) => [ground, contrast(theme[front], theme[ground])])
      .filter(([, ratio]) => ratio < least)
      .map(([ground, ratio]) => `--${front} on --${ground}: contrast ${ratio.toFixed(2)}, needs ${least}`),
  );
}

function alike(theme) {
  return APART.flatMap(([what, names, least]) =>
    VISION_NAMES.flatMap((vision) =>
      pairs(names)
        .map(([one, other]) => [one, other, distance(theme[one], theme[other], vision)])
        .filter(([, , far]) => far < least)
        .map(
          ([one, other, far]) =>
            `${what}: --${one} and --${other} are ${far.toFixed(1)} apart for ${vision} vision, need ${least}`,
        ),
    ),
  );
}

function brokenScale(theme) {
  const rising = Math.sign(lightness(theme[MAP.at(-1)]) - lightness(theme[MAP[0]]));
  return VISION_NAMES.flatMap((vision) =>
    MAP.slice(1).flatMap((name, index) => {
      const [before, after] = [theme[MAP[index]], theme[name]];
      const step = distance(before, after, vision);
      const sameWay = Math.sign(lightness(after, vision) - lightness(before, vision)) === rising;
      return step >= MAP_STEP && sameWay
        ? []
        : [`--${name} does not follow --${MAP[index]} for ${vision} vision (${step.toFixed(1)})`];
    }),
  );
}

/** Contrast problems of both themes of a style sheet. */
export function checkContrast(css) {
  const themes = themesOf(css);
  return ['light', 'dark'].flatMap((name) =>
    themes[name] ? problemsOf(themes[name]).map((problem) => `${name}: ${problem}`) : [`there is no ${name} theme`],
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkContrast(readFileSync(join(import.meta.dirname, '..', TOKENS), 'utf8'));
  for (const problem of problems) console.error(problem);
  console.log(`FAILS ${problems.length}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
