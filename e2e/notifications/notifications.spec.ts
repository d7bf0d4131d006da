import type { Page } from '@playwright/test';
import { ROLES } from '@poklik/contract/roles';
import { expect } from '../fixture.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible, look } from '../screens/look.ts';
import { TEXTS } from '../texts.ts';
import { inLanguages, test, WORDS } from './announcer.ts';

const panel = (page: Page) => page.locator('#notification-panel');
const bell = (page: Page) => page.locator('header button[aria-controls="notification-panel"]');
const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const scrollLocked = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');

/** Whether the panel covers the center of the focused element. */
const isFocusCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    const panel = document.getElementById('notification-panel');
    return panel?.contains(above) === true && !panel.contains(document.activeElement);
  });

test.beforeEach(({ announcer }) => announcer.silence());

for (const { language, width, theme } of [
  { language: 'ru', width: 860, theme: 'dark' },
  { language: 'ua', width: 1440, theme: 'light' },
] as const) {
  test(`the panel shows unread messages at ${width} px, ${theme}, in ${language}`, async ({
    page,
    announcer,
    stayIn,
  }) => {
    await look(page, { theme, width });
    await announcer.announce(inLanguages('en', 'ua', 'ru'));
    await announcer.announce(inLanguages('en'));
    await stayIn(page, announcer.user);
    await page.goto(`/${language}/campaign`);
    // Below 861 px the panel does not open by itself, because it would cover the metrics.
    if (width < 861) await page.getByRole('button', { name: WORDS[language].open, exact: true }).click();
    await expect(panel(page)).toContainText(WORDS[language].title);
    await expect(bell(page)).toContainText('2');
    const items = panel(page).getByRole('listitem');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText('The message in en');
    await expect(items.last()).toContainText(`Title in ${language}`);
    expect(await scrollLocked(page)).toBe(true);
    await expectAccessible(page);

    const large = await panel(page).boundingBox();
    await panel(page).getByRole('button', { name: WORDS[language].read_all }).click();
    await expect(panel(page)).toContainText(WORDS[language].all_read);
    await expect(panel(page).getByRole('listitem')).toHaveCount(0);
    await expect(bell(page)).toHaveText('');
    // The panel takes a moment to shrink.
    for (const side of ['width', 'height'] as const)
      await expect.poll(async () => (await panel(page).boundingBox())?.[side]).toBeLessThan(large?.[side] ?? 0);
    await expectAccessible(page);
  });
}

test('the screen and its dialogs are accessible', async ({ page, announcer, stayIn }) => {
  const words = WORDS.ru;
  await look(page, { theme: 'dark', width: 860 });
  await announcer.announce(inLanguages('en', 'ua', 'ru'));
  await stayIn(page, announcer.operator);
  await page.goto('/ru/notifications');
  await expect(page.locator('h1')).toHaveText(words.title);
  await expect(page.getByText('The message in ru')).toBeVisible();
  await settled(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: words.create, exact: true }).click();
  await expect(dialog(page)).toContainText(words.create_title);
  await dialog(page).getByRole('button', { name: words.send, exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(words.englishTitle.required);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: TEXTS.ru.select.close }).click();
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('button', { name: /Title in/ }).click();
  await page.getByRole('menuitem', { name: TEXTS.ru.select.delete }).click();
  await expect(dialog(page)).toContainText(words.delete_title);
  await expectAccessible(page);
});

test.describe('the notification bell', () => {
  // These tests measure the closing animation.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('shows every new message without a reload', async ({ page, announcer, stayIn }) => {
    await stayIn(page, announcer.user);
    await page.goto('/en/campaign');
    await settled(page);
    await expect(panel(page)).toHaveCount(0);
    await announcer.announce(inLanguages('en'));
    await expect(panel(page)).toContainText('Title in en');
    await bell(page).click();
    await expect(panel(page)).toHaveCount(0);
    await announcer.announce({ ...inLanguages('en'), titles: [{ locale: 'en', title: 'Another one' }] });
    await expect(panel(page)).toContainText('Another one');
    await expect(bell(page)).toContainText('2');
  });

  test('closes the panel half a second after an outside click and unlocks scrolling', async ({
    page,
    announcer,
    stayIn,
  }) => {
    await announcer.announce(inLanguages('en'));
    await stayIn(page, announcer.admin);
    await page.goto('/en/campaign');
    await expect(panel(page)).toContainText('Title in en');
    expect(await scrollLocked(page)).toBe(true);
    const shownFor = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const started = performance.now();
          new MutationObserver(() => {
            if (!document.getElementById('notification-panel')) resolve(performance.now() - started);
          }).observe(document.body, { childList: true, subtree: true });
          document.querySelector('main')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        }),
    );
    expect(shownFor).toBeGreaterThanOrEqual(490);
    expect(shownFor).toBeLessThan(1500);
    expect(await scrollLocked(page)).toBe(false);
    await page.reload();
    await settled(page);
    await expect(bell(page)).toContainText('1');
    await expect(panel(page), 'what it has shown does not open it again').toHaveCount(0);
    await announcer.announce({ ...inLanguages('en'), titles: [{ locale: 'en', title: 'Another one' }] });
    await expect(panel(page)).toContainText('Another one');
    // The panel must not cover the focused element during keyboard navigation.
    for (let stops = 0; stops < 30; stops += 1) {
      await page.keyboard.press('Tab');
      expect(await isFocusCovered(page)).toBe(false);
    }
  });

  test('hides messages for another role', async ({ page, announcer, stayIn }) => {
    await announcer.announce({ ...inLanguages('en'), role: ROLES.ADMIN });
    await stayIn(page, announcer.user);
    await page.goto('/en/campaign');
    await settled(page);
    await bell(page).click();
    await expect(panel(page)).toContainText(WORDS.en.all_read);
  });
});

test('the bell takes the operator to the notifications page without opening the panel', async ({
  page,
  announcer,
  stayIn,
}) => {
  await announcer.announceMany(1);
  await stayIn(page, announcer.operator);
  await page.goto('/ru/profile');
  await settled(page);
  await page.locator('header').getByRole('button', { name: WORDS.ru.bell }).click();
  await expectPlace(page, '/ru/notifications');
  await expect(panel(page)).toHaveCount(0);
});

for (const [role, language] of [
  ['user', 'ua'],
  ['admin', 'en'],
] as const) {
  test(`denies the ${role} access to the notifications page`, async ({ page, announcer, stayIn }) => {
    await stayIn(page, announcer[role]);
    await page.goto(`/${language}/notifications`);
    await expect(page.getByText(WORDS[language].access_denied)).toBeVisible();
    await expect(page.getByRole('button', { name: WORDS[language].create, exact: true })).toHaveCount(0);
  });
}

test.describe('the operator', () => {
  test.beforeEach(async ({ page, announcer, stayIn }) => {
    await stayIn(page, announcer.operator);
  });

  test('writes the first announcement in three languages and keeps the draft when sending fails', async ({ page }) => {
    await page.goto('/en/notifications');
    await expect(page.getByText(WORDS.en.not_found, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: WORDS.en.create, exact: true }).click();
    const form = dialog(page);
    const send = form.getByRole('button', { name: WORDS.en.send, exact: true });
    const write = async (tab: string, title: string, message: string) => {
      await form.getByRole('tab', { name: tab }).click();
      await form.getByRole('tabpanel', { name: tab }).getByRole('textbox').first().fill(title);
      await form.getByRole('tabpanel', { name: tab }).getByRole('textbox').last().fill(message);
    };
    await expect(form.getByRole('tab')).toHaveText(['English', 'Українська', 'Русский']);
    await write('English', '   ', '   ');
    await send.click();
    await expect(form.getByRole('alert')).toHaveText('Error');
    await write('English', 'Works tonight', 'From two');
    await send.click();
    await expect(form.getByRole('alert')).toContainText('15');
    await write('English', 'Works tonight', 'From two to three at night.');
    await write('Українська', 'Роботи вночі', 'З другої до третьої години ночі.');
    await write('Русский', 'Работы ночью', '');
    await expect(form.getByRole('tab', { name: 'Русский' })).toContainText(WORDS.en.half_filled);

    await page.route('**/v1/notifications', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await send.click();
    await expect(form.getByRole('alert')).toHaveText('Unknown Error');
    await page.unroute('**/v1/notifications');

    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/v1/notifications')),
      send.click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      titles: [
        { locale: 'en', title: 'Works tonight' },
        { locale: 'ua', title: 'Роботи вночі' },
      ],
      messages: [
        { locale: 'en', message: 'From two to three at night.' },
        { locale: 'ua', message: 'З другої до третьої години ночі.' },
      ],
    });
    await expect(form).toHaveCount(0);
    await expect(page.getByText('From two to three at night.')).toBeVisible();
  });

  for (const width of [860, 1440]) {
    test(`deletes from a menu 120 px to the left of its button at ${width} px`, async ({ page, announcer }) => {
      await page.setViewportSize({ width, height: 800 });
      await announcer.announceMany(2);
      await page.goto('/en/notifications');
      const dots = page.getByRole('button', { name: 'Actions: Title 2' });
      await dots.click();
      await expect
        .poll(async () => ((await dots.boundingBox())?.x ?? 0) - ((await page.getByRole('menu').boundingBox())?.x ?? 0))
        .toBeCloseTo(120, 0);
      await page.getByRole('menuitem', { name: TEXTS.en.select.delete }).click();
      const [yes, no] = [TEXTS.en.select.yes, TEXTS.en.select.no].map((name) =>
        dialog(page).getByRole('button', { name, exact: true }),
      );

      await page.route('**/v1/notifications/*', (route) => route.abort());
      await yes?.click();
      await expect(dialog(page).getByRole('alert')).toHaveText('Unknown Error');
      await page.unroute('**/v1/notifications/*');

      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/v1/notifications/*', async (route) => {
        if (route.request().method() === 'DELETE') await held;
        await route.fallback();
      });
      await yes?.click();
      await expect(yes ?? dialog(page)).toBeDisabled();
      await expect(no ?? dialog(page)).toBeDisabled();
      release();
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByText('The message of number 2')).toHaveCount(0);
      await expect(page.getByText('The message of number 1')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Actions: Title 1' })).toBeFocused();
    });
  }
});
