import { expect, test } from '../fixture.ts';
import { TEXTS } from '../texts.ts';
import { expectPlace, menuButton, settled, sidebar } from './frame.ts';
import { expectAccessible, expectNoSidewaysScroll, THEMES } from './look.ts';
import { PUBLIC_SCREENS, SAME_FOR_OPERATORS, SIGNED_IN_SCREENS } from './screens.ts';
import { expectFits, expectFitsNarrow, go, load, lookAround } from './tour.ts';

const TOUR_MS = 420_000;

for (const [role, language] of [
  ['user', 'ua'],
  ['superAdmin', 'en'],
] as const) {
  test(`every screen opens for ${role} in ${language}, fits every width and is accessible in both themes`, async ({
    page,
    as,
  }) => {
    test.setTimeout(TOUR_MS);
    await as(role);
    await load(page, `/${language}/profile`);
    for (const screen of [...SIGNED_IN_SCREENS, '/profile?tab=billing']) {
      await test.step(screen, async () => {
        await go(page, `/${language}${screen}`);
        const isSeen = role === 'superAdmin' && SAME_FOR_OPERATORS.includes(screen);
        await (isSeen ? expectFits(page) : lookAround(page));
      });
    }
  });
}

// The tours above cover every admin screen, so axe would report the same again.
test('every screen opens for admin in ru from its URL and fits every width', async ({ page, as }) => {
  test.setTimeout(TOUR_MS);
  await as('admin');
  for (const screen of SIGNED_IN_SCREENS) {
    await test.step(screen, async () => {
      await load(page, `/ru${screen}`);
      await expectFits(page);
    });
  }
});

test('every public screen opens for a visitor, fits every width and is accessible in both themes', async ({ page }) => {
  test.setTimeout(TOUR_MS);
  for (const screen of PUBLIC_SCREENS) {
    await test.step(screen, async () => {
      await load(page, `/ua${screen}`);
      await lookAround(page);
    });
  }
  await page.goto('/ua/no/such/screen');
  await settled(page);
  await lookAround(page);
});

test.describe('the API reference', () => {
  // Its policy forbids every script, axe included.
  test.use({ bypassCSP: true });

  test('fits every width and is accessible in light and dark', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto('/v1/docs');
    await expectNoSidewaysScroll(page);
    // The whole page has thousands of elements, so axe checks one that was searched for.
    await page.getByRole('searchbox').fill('api_tokens');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/q=api_tokens/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
});

// The tours above already cover Ukrainian at this width.
for (const language of ['ru', 'en'] as const) {
  test(`every screen fits a narrow window in ${language}`, async ({ page, as }) => {
    test.setTimeout(TOUR_MS);
    await page.setViewportSize({ width: 320, height: 900 });
    await load(page, `/${language}/registration`);
    for (const screen of PUBLIC_SCREENS) {
      await go(page, `/${language}${screen}`);
      await expectFitsNarrow(page, language);
    }
    await as('user');
    await load(page, `/${language}/profile`);
    for (const screen of SIGNED_IN_SCREENS) {
      await go(page, `/${language}${screen}`);
      await expectFitsNarrow(page, language);
    }
  });
}

test('public screens open without a language in the URL', async ({ page }) => {
  for (const screen of ['/login', '/registration']) await load(page, screen);
  await page.goto(`${PUBLIC_SCREENS[2]}?a=1#b`);
  await expectPlace(page, `/ua${PUBLIC_SCREENS[2]}?a=1#b`);
});

test('the sidebar of a narrow window and the logout dialog are accessible in both themes', async ({ page, as }) => {
  const dialog = page.locator('#modal-root [role="dialog"]');
  await as('user');
  await page.setViewportSize({ width: 860, height: 700 });
  await page.goto('/ua/campaign');
  await settled(page);
  await menuButton(page).click();
  for (const theme of THEMES) {
    await expect(sidebar(page)).toBeVisible();
    if (theme === 'dark') await sidebar(page).locator('label:has(input[type="checkbox"])').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page);
    await sidebar(page).getByRole('button', { name: TEXTS.ua.sidebar.logout, exact: true }).click();
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: TEXTS.ua.select.no, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
});
