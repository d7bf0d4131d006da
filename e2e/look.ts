import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import { expect } from './fixture.ts';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Each language once, each theme and each side of the narrow layout at least once. */
export const LOOKS: { language: Language; theme: Theme; width: number }[] = [
  { language: 'ua', theme: 'light', width: 1440 },
  { language: 'ru', theme: 'dark', width: 860 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'ua', theme: 'light', width: 860 },
];

export async function look(page: Page, { theme, width }: { theme: Theme; width: number }): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await inTheme(page, theme);
}

/** From the next page on; without motion, so that nothing is looked at half-way. */
export async function inTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
}

/** Nothing serious or critical, told with the places it was found in. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFindings(new AxeBuilder({ page }));

/** The one rule of axe whose answer changes with the theme alone. */
export const expectColourContrast = (page: Page): Promise<void> =>
  expectNoFindings(new AxeBuilder({ page }).withRules('color-contrast'));

async function expectNoFindings(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary}`).join('\n')}`,
    );
  expect(grave.join('\n'), 'serious findings of axe').toBe('');
}

/** Nothing sticks out sideways. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
