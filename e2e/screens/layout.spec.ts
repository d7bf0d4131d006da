import { SPECIFIED_SIDEBAR } from '@poklik/domain/access/sidebar.fixture';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { type RoleName, registerUser, signIn, stage } from '../people.ts';
import { TEXTS } from '../texts.ts';
import {
  expectPlace,
  header,
  heading,
  languageSelect,
  menuButton,
  profileLink,
  settled,
  sidebar,
  themeSwitch,
} from './frame.ts';
import { expectNoSidewaysScroll } from './look.ts';

const sidebarItems = (page: import('@playwright/test').Page) =>
  sidebar(page)
    .locator('nav a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test.describe('at 861 px', () => {
  test.use({ viewport: { width: 861, height: 700 } });

  test('the header has every control but the menu button, the sidebar is next to the content and has none', async ({
    page,
    as,
  }) => {
    await as('user');
    await page.goto('/ua/campaign');
    await settled(page);
    await expect(header(page).locator('a').first()).toHaveAttribute('href', '/');
    await expect(languageSelect(header(page))).toBeVisible();
    await expect(header(page).locator('label:has(input[type="checkbox"])')).toBeVisible();
    await expect(profileLink(page)).toBeVisible();
    await expect(menuButton(page)).toBeHidden();
    await expect(header(page).getByRole('button').first()).toBeVisible();

    await expect(sidebar(page)).toBeVisible();
    await expect(languageSelect(sidebar(page))).toBeHidden();
    await expect(sidebar(page).locator('label:has(input[type="checkbox"])')).toBeHidden();
    const [aside, main] = [await sidebar(page).boundingBox(), await page.locator('main').boundingBox()];
    expect((aside?.x ?? 0) + (aside?.width ?? 0)).toBeLessThanOrEqual((main?.x ?? 0) + 1);

    await profileLink(page).click();
    await expectPlace(page, '/ua/profile');
  });
});

test.describe('at 860 px', () => {
  test.use({ viewport: { width: 860, height: 700 } });

  test('a menu button replaces the profile link and toggles the sidebar, which Escape, a click outside and navigation close', async ({
    page,
    as,
  }) => {
    await as('user');
    await page.goto('/ua/campaign');
    await settled(page);
    await expect(profileLink(page)).toBeHidden();
    await expect(sidebar(page)).toBeHidden();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await menuButton(page).click();
    await expect(sidebar(page)).toBeVisible();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
    await menuButton(page).click();
    await expect(sidebar(page)).toBeHidden();

    await menuButton(page).click();
    await page.keyboard.press('Escape');
    await expect(sidebar(page)).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await menuButton(page).click();
    await page.mouse.click(40, 500);
    await expect(sidebar(page)).toBeHidden();
    await menuButton(page).click();
    await sidebar(page).locator('nav a[href$="/tariffs"]').click();
    await expectPlace(page, '/ua/tariffs');
    await expect(sidebar(page)).toBeHidden();
  });

  test('an open sidebar closes when the window grows to 861 px and has the theme and language controls', async ({
    page,
    as,
  }) => {
    await as('user');
    await page.goto('/ua/campaign');
    await settled(page);
    await menuButton(page).click();
    await page.setViewportSize({ width: 861, height: 700 });
    await expect(menuButton(page)).toBeHidden();
    await expect(sidebar(page)).toBeVisible();
    await page.setViewportSize({ width: 860, height: 700 });
    await expect(sidebar(page)).toBeHidden();
    for (const width of [861, 860, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoSidewaysScroll(page);
    }

    await expect(header(page).locator('label:has(input[type="checkbox"])')).toBeHidden();
    await menuButton(page).click();
    await sidebar(page).locator('label:has(input[type="checkbox"])').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await languageSelect(sidebar(page)).selectOption('en');
    await expectPlace(page, '/en/campaign');
  });
});

test.describe('sidebar items by role', () => {
  /** The specification refers to items by zero-based position. */
  const hiddenFrom: Record<RoleName, number[]> = {
    user: [10, 11, 12, 13],
    admin: [11, 12, 13],
    superAdmin: [0, 2, 3, 4, 7, 8, 9],
  };

  for (const role of ['user', 'admin', 'superAdmin'] as const) {
    test(role, async ({ page, as }) => {
      await as(role);
      await page.goto('/en/profile');
      await settled(page);
      const expected = SPECIFIED_SIDEBAR.filter((_, position) => !hiddenFrom[role].includes(position));
      expect(await sidebarItems(page)).toEqual(expected.map((item) => `/en/${item}`));
    });
  }

  test('hides the profile from members who cannot edit it', async ({ page }) => {
    const person = await registerUser();
    await queryDatabase(
      stage().dataDir,
      'update team_members set can_edit_profile = false where user_id = (select id from users where email = $1)',
      [person.email],
    );
    await signIn(page, person);
    await page.goto('/en/campaign');
    await settled(page);
    expect(await sidebarItems(page)).not.toContain('/en/profile');
    expect(await sidebarItems(page)).toContain('/en/campaign');
  });
});

test('the sidebar shows a loading state without items until the profile loads', async ({ page, as }) => {
  await as('user');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v1/profile', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/ua/campaign');
  await expect(sidebar(page)).toHaveAttribute('aria-busy', 'true');
  await expect(sidebar(page).locator('nav a')).toHaveCount(0);
  await expect(sidebar(page).getByRole('status')).toContainText(TEXTS.ua.select.loading);
  answer();
  await expect(sidebar(page).locator('nav a')).toHaveCount(10);
});

test('every navigation scrolls to the top and highlights its section, and the logo has a dark variant', async ({
  page,
  as,
}) => {
  await page.goto('/ua/login');
  await settled(page);
  await expect(sidebar(page), 'visitors see none').toHaveCount(0);
  await as('user');
  await page.goto('/ua/campaign/create');
  await settled(page);
  const current = sidebar(page).locator('nav a[aria-current="page"]');
  await expect(current).toHaveAttribute('href', '/ua/campaign');
  await page.evaluate(() => {
    document.body.style.minHeight = '5000px';
  });
  for (const item of ['statistics', 'tariffs', 'campaign']) {
    // Retried because the previous navigation may still be scrolling to the top.
    await expect
      .poll(() =>
        page.evaluate(() => {
          scrollTo(0, 2000);
          return scrollY;
        }),
      )
      .toBeGreaterThan(500);
    await sidebar(page).locator(`nav a[href$="/${item}"]`).click();
    await expectPlace(page, `/ua/${item}`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(heading(page)).toBeVisible();
    await expect(current).toHaveAttribute('href', `/ua/${item}`);
  }

  const colour = () =>
    header(page)
      .locator('svg path')
      .first()
      .evaluate((path) => getComputedStyle(path).stroke);
  const light = await colour();
  await themeSwitch(header(page)).check({ force: true });
  await expect.poll(colour).not.toBe(light);
});
