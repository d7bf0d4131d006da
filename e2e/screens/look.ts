import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { expect } from '../fixture.ts';

/** Less than half as long as the other one, and every page that is checked has to read it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export async function look(page: Page, { theme, width }: { theme: Theme; width: number }): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await inTheme(page, theme);
}

/** Takes effect on the next page load. */
export async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
}

/** Their findings are never serious, and they take more time than all others but one. */
const ONLY_MODERATE = { region: { enabled: false }, 'landmark-unique': { enabled: false } };

/** Fails on serious and critical axe violations and lists the affected elements. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFindings(page, { rules: ONLY_MODERATE });

/** The only axe rule whose result depends on the theme alone. */
export const expectColourContrast = (page: Page): Promise<void> =>
  expectNoFindings(page, { runOnly: ['color-contrast'] });

async function expectNoFindings(page: Page, options: RunOptions): Promise<void> {
  // Injected once per document, because loading axe takes longer than most checks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (chosen) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    return (await run(document, { ...chosen, resultTypes: ['violations'] })).violations;
  }, options);
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary}`).join('\n')}`,
    );
  expect(grave.join('\n'), 'serious findings of axe').toBe('');
}

export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
