import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContrast, themesOf } from './check-contrast.mjs';
import { contrast, distance } from './color.mjs';

const css = readFileSync(join(import.meta.dirname, '../apps/web/src/styles/tokens.css'), 'utf8');

/** The style sheet with one variable of one theme changed. */
function repainted(theme, variable, hex) {
  const start = css.indexOf(`[data-theme="${theme}"] {`);
  const changed = css.slice(start).replace(new RegExp(`--${variable}: #[0-9A-Fa-f]{6}`), `--${variable}: ${hex}`);
  return css.slice(0, start) + changed;
}

describe('colour arithmetic', () => {
  it('agrees with the published values', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
    expect(distance('#FFFFFF', '#000000')).toBeCloseTo(100, 1);
    expect(distance('#006D8F', '#006D8F')).toBe(0);
  });

  it('finds red and green more similar with colour vision deficiencies', () => {
    const normal = distance('#C32A28', '#177D44');
    expect(distance('#C32A28', '#177D44', 'deuteranopia')).toBeLessThan(normal / 2);
    expect(distance('#C32A28', '#177D44', 'protanopia')).toBeLessThan(normal / 2);
  });
});

describe('contrast check', () => {
  it('reads both themes from the style sheet', () => {
    const { light, dark } = themesOf(css);
    expect(Object.keys(light)).toEqual(Object.keys(dark));
    expect(light['bg-surface']).not.toBe(dark['bg-surface']);
  });

  it('finds no problems in the themes of the product', () => {
    expect(checkContrast(css)).toEqual([]);
  });

  it.each([
    ['pale text', 'light', 'text-tertiary', '#A0A8AC', '--text-tertiary on --bg-canvas'],
    ['dim text in the dark theme', 'dark', 'danger-text', '#8A2A28', '--danger-text on --bg-surface'],
    ['a background that is too dark', 'light', 'bg-selected', '#5AA0B8', 'on --bg-selected'],
    ['an invisible focus ring', 'dark', 'focus-ring', '#1B2A40', '--focus-ring on'],
    ['two chart series of the same colour', 'light', 'chart-5', '#0A6F90', '--chart-1 and --chart-5'],
    ['a map class out of order', 'dark', 'map-4', '#173B46', '--map-4 does not follow --map-3'],
    ['a variable that is not a colour', 'light', 'accent-text', 'inherit', '--accent-text is not a hex colour'],
  ])('catches %s', (_what, theme, variable, hex, message) => {
    const problems = checkContrast(repainted(theme, variable, hex));
    expect(problems.join('\n')).toContain(`${theme}: `);
    expect(problems.join('\n')).toContain(message);
  });

  it('catches a missing theme', () => {
    expect(checkContrast(css.replace('[data-theme="dark"]', '[data-theme="night"]'))).toContain(
      'there is no dark theme',
    );
  });
});
