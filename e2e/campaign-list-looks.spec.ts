import { LANGUAGES, type Language } from '@poklik/contract/language';
import en from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ua from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import { customerWith, dialog, row, rows } from './campaigns.ts';
import { expect, test } from './fixture.ts';
import { expectPlace, settled } from './frame.ts';
import { expectAccessible, expectNoSidewaysScroll } from './look.ts';
import { type Person, signIn } from './people.ts';
import { TEXTS } from './texts.ts';

const WORDS = { ua, ru, en };

test.describe('how it looks', () => {
  let person: Person;
  test.beforeAll(async () => {
    ({ person } = await customerWith(
      {
        name: 'Дуже довга назва кампанії, яка не вміщується в один рядок таблиці',
        tags: ['сезон', 'довгий тег списку'],
      },
      { name: 'Summer', status: 'paused', notes: 'A note' },
      { name: 'Draft', status: 'draft' },
    ));
  });
  const looks: [Language, number, 'light' | 'dark'][] = LANGUAGES.flatMap(
    (language): [Language, number, 'light' | 'dark'][] => [
      [language, 860, 'dark'],
      [language, 1440, 'light'],
    ],
  );
  for (const [language, width, theme] of [...looks, ['ua', 861, 'dark'] as const, ['ua', 320, 'light'] as const]) {
    test(`in ${language} at ${width} px, ${theme}, is whole and accessible`, async ({ page }) => {
      const words = WORDS[language];
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, person);
      await page.goto(`/${language}/campaign`);
      await settled(page);
      await expect(rows(page)).toHaveCount(3);
      await expect(page.getByRole('table')).toHaveCount(width < 861 ? 0 : 1);
      await expect(row(page, 'Summer')).toContainText(words.status.paused);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await rows(page).getByRole('checkbox').first().check();
      await page.getByRole('button', { name: TEXTS[language].select.delete, exact: true }).click();
      await expect(dialog(page)).toContainText('30');
      await expectAccessible(page);
    });
  }
});

test('the operator sees the whole service instead, in every language', async ({ page, as }) => {
  await as('superAdmin');
  for (const language of LANGUAGES) {
    const words = WORDS[language].overview;
    await page.goto(`/${language}/campaign`);
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(page.getByRole('link', { name: new RegExp(words.customers) })).toHaveAttribute(
      'href',
      `/${language}/users-list`,
    );
    await expect(page.getByText(words.health.analytics.ok)).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: new RegExp(en.overview.customers) }).click();
  await expectPlace(page, '/en/users-list');
});
