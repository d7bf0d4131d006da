import type { Campaign } from '@poklik/contract/campaigns';
import en from '@poklik/locales/en/campaign_bulk.json' with { type: 'json' };
import campaignsEn from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/campaign_bulk.json' with { type: 'json' };
import campaignsRu from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ua from '@poklik/locales/ua/campaign_bulk.json' with { type: 'json' };
import campaignsUa from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import gridUa from '@poklik/locales/ua/grid.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, signIn } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { customerWith, dialog, row, rows } from './campaigns.ts';

const counted = (text: string, count: number) => text.replace('{{count}}', String(count));

test('many campaigns are edited at once, by keyboard, with a preview and one undo', async ({ page }) => {
  test.setTimeout(180_000);
  const { person } = await customerWith(
    { name: 'One', default_url: 'https://old.example/1' },
    { name: 'Two', default_url: 'https://old.example/2' },
    { name: 'Three', default_url: 'https://elsewhere.example/' },
  );
  const call = api(person.token);
  const listed = async () => ((await call('GET', '/companies?sort=name')) as { data: Campaign[] }).data;
  const urls = async () => (await listed()).map(({ default_url }) => default_url);
  const before = await urls();
  await signIn(page, person);
  await page.goto('/en/campaign');
  await settled(page);
  for (const name of ['One', 'Two', 'Three']) await page.getByRole('checkbox', { name: `Select: ${name}` }).check();
  await page.getByRole('button', { name: campaignsEn.list.bulk_edit }).press('Enter');
  const from = dialog(page).getByRole('textbox', { name: en.from, exact: true });
  await from.focus();
  await page.keyboard.press('Enter');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('https://old.example/');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://new.example/');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const report = dialog(page).getByRole('region', { name: en.report });
  await expect(report).toContainText('https://new.example/2');
  await expect(report).not.toContainText('Three');
  await expectAccessible(page);

  // What was entered is still there, and what somebody saves meanwhile is left alone.
  await dialog(page).getByRole('button', { name: en.back }).press('Enter');
  await expect(from).toHaveValue('https://old.example/');
  await from.press('Enter');
  await expect(report).toContainText('https://new.example/2');
  const two = (await listed()).find(({ name }) => name === 'Two');
  await call('PUT', `/companies/${two?.id}`, { name: 'Two', default_url: 'https://mine.example/' });
  await dialog(page)
    .getByRole('button', { name: counted(en.apply_other, 2) })
    .press('Enter');
  await expect(page.getByText(en.skipped.replace('{{campaigns}}', '«Two»'))).toBeVisible();
  await expect.poll(urls).toContain('https://new.example/1');
  expect(await urls()).toContain('https://mine.example/');
  await page.getByRole('button', { name: campaignsEn.list.undo }).press('Enter');
  await expect.poll(urls).toEqual(before.map((url) => (url.endsWith('/2') ? 'https://mine.example/' : url)));
});

test('a bad file is explained line by line, loses nothing, and is imported once it is right', async ({ page }) => {
  test.setTimeout(180_000);
  const { person } = await customerWith({ name: 'Known', default_url: 'https://known.example/' });
  await signIn(page, person);
  await page.goto('/ua/campaign');
  await settled(page);
  await page.getByRole('button', { name: gridUa.views.menu, exact: true }).click();
  // The menu grows when its parts have loaded, and still fits the window.
  const box = await page.getByRole('button', { name: campaignsUa.empty.import }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: ua.files.export.csv }).click();
  expect((await file).suggestedFilename()).toBe('campaign-destinations.csv');
  await page.getByRole('button', { name: campaignsUa.empty.import }).click();
  const text = dialog(page).getByRole('textbox');
  const lines = (url: string) =>
    `campaign,default_url,place,url,weight\nKnown,https://new.example/,,,\nNew,https://n.example/,1,${url},50`;
  await text.fill(lines('nowhere'));
  await dialog(page).getByRole('button', { name: ua.preview }).click();
  const report = dialog(page).getByRole('region', { name: ua.report });
  await expect(report).toContainText(ua.files.place.replace('{{line}}', '3').replace('{{column}}', 'url'));
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: ua.back }).click();
  await expect(text).toHaveValue(lines('nowhere'));
  await text.fill(lines('https://n.example/a'));
  await dialog(page).getByRole('button', { name: ua.preview }).click();
  await dialog(page)
    .getByRole('button', { name: counted(ua.files.run_few, 2) })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'New')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);

  // In the third language the same is said.
  await page.goto('/ru/campaign');
  await settled(page);
  await page.getByRole('checkbox', { name: /New/ }).check();
  await page.getByRole('button', { name: campaignsRu.list.bulk_edit }).click();
  await expect(dialog(page)).toContainText(ru.title);
  await expectAccessible(page);
});
