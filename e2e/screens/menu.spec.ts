import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { inLanguages, test } from '../notifications/announcer.ts';
import { expectPlace, languageSelect, menuButton, settled, sidebar, themeSwitch } from './frame.ts';

const panel = (page: Page) => page.locator('#notification-panel');

/** Clicks the menu button and measures the theme switch in the first frame where the sidebar is open. */
const placeAtOnce = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ right: number; bottom: number; left: number; top: number }>((resolve) => {
        const button = document.querySelector<HTMLElement>('[aria-controls="sidebar"]');
        button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        button?.click();
        const look = () => {
          const sheet = document.getElementById('sidebar');
          const control = sheet?.querySelector('input[type="checkbox"]');
          if (!sheet?.dataset.opened || !control) return void requestAnimationFrame(look);
          const { left, top, right, bottom } = control.getBoundingClientRect();
          resolve({ left, top, right, bottom });
        };
        requestAnimationFrame(look);
      }),
  );

// This test measures positions during the animation.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('theme and language are visible from the first frame of the menu, over an open panel and in a short window', async ({
  page,
  announcer,
  stayIn,
}) => {
  await announcer.silence();
  await announcer.announce(inLanguages('en', 'ua'));
  await stayIn(page, announcer.user);
  for (const height of [700, 420]) {
    await page.setViewportSize({ width: 860, height });
    await page.goto('/ua/campaign');
    await settled(page);
    await page.locator('header button[aria-controls="notification-panel"]').click();
    await expect(panel(page)).toBeVisible();
    const place = await placeAtOnce(page);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.right).toBeLessThanOrEqual(860);
    expect(place.top).toBeGreaterThanOrEqual(0);
    expect(place.bottom).toBeLessThanOrEqual(height);
    await expect(panel(page)).toHaveCount(0);
    await sidebar(page).locator('label:has(input[type="checkbox"])').click();
    await expect(themeSwitch(sidebar(page))).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await languageSelect(sidebar(page)).selectOption('en');
    await expectPlace(page, '/en/campaign');
    await expect(sidebar(page), 'another place closes the menu').toBeHidden();
    await menuButton(page).click();
    await sidebar(page).locator('nav a').last().click();
    await expectPlace(page, '/en/referrals');
    await page.evaluate(() => localStorage.clear());
  }
});
