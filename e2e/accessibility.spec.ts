import { expect, test } from './fixture.ts';
import { menuButton, settled, sidebar } from './frame.ts';
import { expectAccessible, inTheme, THEMES } from './look.ts';
import { PUBLIC_SCREENS, SIGNED_IN_SCREENS } from './screens.ts';
import { TEXTS } from './texts.ts';

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
