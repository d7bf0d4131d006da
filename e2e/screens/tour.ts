import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@poklik/contract/language';
import { expect } from '../fixture.ts';
import { TEXTS } from '../texts.ts';
import { heading, placeOf, settled } from './frame.ts';
import { expectAccessible, expectColourContrast, expectNoSidewaysScroll, type Theme } from './look.ts';

const NOT_FOUND = LANGUAGES.map((language) => TEXTS[language].select.not_found.title);
/** The narrowest width, both sides of the layout breakpoint and a common desktop width. */
const WIDTHS = [320, 860, 861, 1440];
/** The narrowest of each layout. */
const TIGHT_WIDTHS = [320, 861];
const HEIGHT = 900;

/** Navigates on the client, as a link in the app does. */
export async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { scrollTo } = window;
    // The app scrolls to the top once the next screen has loaded, which signals that it has arrived.
    window.scrollTo = () => {
      window.scrollTo = scrollTo;
      document.documentElement.dataset.arrived = to;
    };
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, address);
  await expect(page.locator('html')).toHaveAttribute('data-arrived', address);
  await arrived(page, address);
}

/** Opens a URL with a full page load. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await arrived(page, address);
}

async function arrived(page: Page, address: string): Promise<void> {
  await expect.poll(() => placeOf(page)).toBe(address);
  await settled(page);
  expect(NOT_FOUND, address).not.toContain(await heading(page).innerText());
}

/** Checks the current screen at every width without reloading it. */
export async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await inPlace(page, { theme: 'light', width });
    await expectNoSidewaysScroll(page);
  }
}

/** Checks the current screen at every width and in both themes without reloading it. */
export async function lookAround(page: Page): Promise<void> {
  await expectFits(page);
  await expectAccessible(page);
  await inPlace(page, { theme: 'dark', width: 1440 });
  await expectColourContrast(page);
  await inPlace(page, { theme: 'dark', width: 860 });
  await expectAccessible(page);
}

/** For other languages of a screen that `lookAround` has seen: only lengths of texts differ. */
export async function expectTextsFit(page: Page): Promise<void> {
  for (const width of TIGHT_WIDTHS) {
    await inPlace(page, { theme: 'light', width });
    await expectNoSidewaysScroll(page);
  }
}

/** Texts differ in length between languages, so each language is checked at the narrowest width. */
export async function expectFitsNarrow(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', { ua: 'uk', ru: 'ru', en: 'en-GB' }[language]);
  await expectNoSidewaysScroll(page);
}

async function inPlace(page: Page, { theme, width }: { theme: Theme; width: number }): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.evaluate((name) => {
    const toggle = document.querySelector<HTMLInputElement>('header input[type="checkbox"]');
    if (toggle && toggle.checked !== (name === 'dark')) toggle.click();
  }, theme);
  await settled(page);
}
