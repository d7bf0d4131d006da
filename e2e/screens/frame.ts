import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import type { Person } from '../people.ts';

/** The current URL without its origin. */
export const placeOf = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

export const expectPlace = (page: Page, place: string): Promise<void> =>
  expect.poll(() => placeOf(page), { message: `the address becomes ${place}` }).toBe(place);

/** The history entry before a redirect. */
export const BEFORE = 'about:blank#before';

/** Opens a URL after `BEFORE`, so that going back shows whether a redirect added a history entry. */
export async function arriveFrom(page: Page, place: string): Promise<void> {
  await page.goto(BEFORE);
  await page.goto(place);
}

export const heading = (page: Page): Locator => page.locator('h1');
export const header = (page: Page): Locator => page.getByRole('banner');
export const sidebar = (page: Page): Locator => page.locator('#sidebar');
export const menuButton = (page: Page): Locator => page.locator('[aria-controls="sidebar"]');
export const profileLink = (page: Page): Locator => header(page).locator('a[href$="/profile"]');
export const languageSelect = (place: Locator): Locator => place.locator('select');
export const themeSwitch = (place: Locator): Locator => place.locator('input[type="checkbox"]');

/** Waits until the heading is visible and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  // What the server prints before the scripts run has a heading, too.
  await expect(page.locator('.first-frame')).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Logs in through the form. */
export async function fillLogin(page: Page, person: Person): Promise<void> {
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('button[type="submit"]').click();
}
