import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { menuButton, settled, sidebar } from './frame.ts';
import { PUBLIC_SCREENS, SIGNED_IN_SCREENS } from './screens.ts';
import { TEXTS } from './texts.ts';

const THEMES = ['light', 'dark'] as const;

async function inTheme(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
}

/** Nothing serious or critical, told with the places it was found in. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary}`).join('\n')}`,
    );
  expect(grave.join('\n'), 'serious findings of axe').toBe('');
}

for (const theme of THEMES) {
  test.describe(`${theme} theme`, () => {
    test.beforeEach(({ page }) => inTheme(page, theme));

    for (const screen of [...PUBLIC_SCREENS, '/no/such/screen']) {
      test(`${screen} is accessible to a visitor`, async ({ page }) => {
        await page.goto(`/ua${screen}`);
        await settled(page);
        await expectAccessible(page);
      });
    }

    for (const screen of SIGNED_IN_SCREENS) {
      test(`${screen} is accessible to a customer and to the operator`, async ({ page, as }) => {
        for (const role of ['user', 'superAdmin'] as const) {
          await as(role);
          await page.goto(`/ua${screen}`);
          await settled(page);
          await expectAccessible(page);
        }
      });
    }

    test('the sidebar of a narrow window is accessible', async ({ page, as }) => {
      await as('user');
      await page.setViewportSize({ width: 860, height: 700 });
      await page.goto('/ua/campaign');
      await settled(page);
      await menuButton(page).click();
      await expect(sidebar(page)).toBeVisible();
      await expectAccessible(page);
    });

    test('the question before logging out is accessible', async ({ page, as }) => {
      await as('user');
      await page.goto('/ua/campaign');
      await settled(page);
      await sidebar(page).getByRole('button', { name: TEXTS.ua.sidebar.logout, exact: true }).click();
      await expect(page.locator('#modal-root [role="dialog"]')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
