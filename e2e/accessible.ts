import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import { expect } from './fixture.ts';

/** Nothing serious or critical, told with the places it was found in. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]))).toEqual(
    [],
  );
}

/** Each language once, each theme and each side of the narrow layout at least once. */
export const LOOKS: { language: Language; theme: 'light' | 'dark'; width: number }[] = [
  { language: 'ua', theme: 'light', width: 1440 },
  { language: 'ru', theme: 'dark', width: 860 },
  { language: 'en', theme: 'dark', width: 1440 },
  { language: 'ua', theme: 'light', width: 860 },
];

export async function look(page: Page, { theme, width }: { theme: string; width: number }): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
}

/** Nothing sticks out sideways. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0);
