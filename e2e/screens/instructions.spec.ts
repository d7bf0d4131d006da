import en from '@poklik/locales/en/instructions.json' with { type: 'json' };
import ru from '@poklik/locales/ru/instructions.json' with { type: 'json' };
import ua from '@poklik/locales/ua/instructions.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, registerUser, signIn } from '../people.ts';
import { settled } from './frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from './look.ts';

const WORDS = { ua, ru };

for (const { language, width, theme } of [
  { language: 'ru', width: 860, theme: 'dark' },
  { language: 'ua', width: 1440, theme: 'light' },
] as const) {
  test(`guides open and are accessible in ${language} at ${width} px, ${theme}`, async ({ page, as }) => {
    await look(page, { theme, width });
    await as('user');
    await page.goto(`/${language}/instructions?guide=postback`);
    await settled(page);
    const words = WORDS[language];
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.getByRole('article')).toContainText('transaction_id');
    if (width === 860) {
      await page.getByRole('combobox', { name: words.guides }).selectOption('api');
    } else {
      await page.getByRole('searchbox', { name: words.search }).fill('YOUR_TOKEN');
      await page.getByRole('navigation', { name: words.guides }).getByRole('link', { name: /^API/ }).click();
    }
    await expect(page).toHaveURL(/guide=api/);
    await expect(page.getByRole('article')).toContainText('Authorization: Bearer');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('fills a guide with the selected campaign and keeps the selection after a reload', async ({ page }) => {
  const person = await registerUser();
  await signIn(page, person);
  await page.goto('/en/instructions?guide=quick-start');
  await expect(page.getByRole('article')).toContainText('‹tracking_link›');
  await page.getByRole('link', { name: en.create_campaign }).click();
  await expect(page).toHaveURL('/en/campaign/create');

  const create = async (name: string) =>
    (await api(person.token)('POST', '/companies', { name, default_url: 'https://shop.example' })) as {
      data: { id: number; tracking_url: string; postback_url: string };
    };
  const first = (await create('The first one')).data;
  await create('The second one');
  await page.goto('/en/instructions?guide=quick-start');
  await page.getByRole('combobox', { name: en.filled_with }).selectOption('The first one');
  await expect(page.getByRole('article')).toContainText(first.postback_url);
  await page.reload();
  await expect(page.getByRole('article')).toContainText(first.tracking_url);
});

test('the operator writes a guide with a live preview, and users see it once it is published', async ({ page, as }) => {
  await as('superAdmin');
  await page.goto('/en/instructions');
  await page.getByRole('link', { name: en.create }).click();
  await page.getByRole('tab', { name: en.editor.language_en }).click();
  const panel = page.getByRole('tabpanel', { name: en.editor.language_en });
  const hostile = '<img src=x onerror="document.title=\'hurt\'"> [a link](javascript:alert(1))';
  await panel.getByRole('textbox', { name: en.editor.title }).fill('Working with video ads');
  await page.getByRole('button', { name: en.editor.save }).click();
  await expect(panel.getByText('Each language needs both a title and a text')).toBeVisible();
  await panel.getByRole('textbox', { name: en.editor.body }).fill(`## One\n\nA **bold** word. ${hostile}`);
  const preview = panel.getByRole('region', { name: en.editor.preview });
  await expect(preview.getByRole('heading', { name: 'One' })).toBeVisible();
  await expect(preview.locator('img, script')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: en.editor.slug })).toHaveValue('working-with-video-ads');
  await expectAccessible(page);
  await page.getByRole('button', { name: en.editor.save }).click();
  await expect(page).toHaveURL('/en/instructions?guide=working-with-video-ads');
  await expect(page.getByRole('link', { name: `Working with video ads ${en.draft}` })).toBeVisible();

  const menu = page.getByRole('article').getByRole('button', { name: /Working with video ads/ });
  await menu.click();
  await page.getByRole('menuitem', { name: en.edit }).click();
  await page.getByRole('checkbox', { name: en.editor.is_published }).check();
  await page.getByRole('button', { name: en.editor.save }).click();
  await menu.click();
  await page.getByRole('menuitem', { name: en.move_up }).click();

  await as('user');
  await page.goto('/ua/instructions?guide=working-with-video-ads');
  await expect(page.getByText(ua.other_language.en)).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading', { name: 'One' })).toBeVisible();
  await expect(page.getByRole('article').locator('img, a')).toHaveCount(0);
  await expect(page.getByRole('article').getByRole('button', { name: /Working/ })).toHaveCount(0);

  await as('superAdmin');
  await page.goto('/en/instructions?guide=working-with-video-ads');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Guide deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Working with video ads/ })).toHaveCount(0);
});
