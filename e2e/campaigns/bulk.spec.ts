import type { Campaign } from '@poklik/contract/campaigns';
import en from '@poklik/locales/en/campaign_bulk.json' with { type: 'json' };
import campaignsEn from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/campaign_bulk.json' with { type: 'json' };
import campaignsRu from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import replaysRu from '@poklik/locales/ru/replays.json' with { type: 'json' };
import ua from '@poklik/locales/ua/campaign_bulk.json' with { type: 'json' };
import campaignsUa from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import gridUa from '@poklik/locales/ua/grid.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { clickFrom } from '../visitors.ts';
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

  // A phone has the files too.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: gridUa.views.files, exact: true }).click();
  const button = page.getByRole('button', { name: ua.files.export.json });
  await expect(button).toBeInViewport({ ratio: 1 });
  const phoneFile = page.waitForEvent('download');
  await button.click();
  expect((await phoneFile).suggestedFilename()).toBe('campaigns.json');
  await page.setViewportSize({ width: 1280, height: 720 });

  // In the third language the same is said.
  await page.goto('/ru/campaign');
  await settled(page);
  await page.getByRole('checkbox', { name: /New/ }).check();
  await page.getByRole('button', { name: campaignsRu.list.bulk_edit }).click();
  await expect(dialog(page)).toContainText(ru.title);
  await expectAccessible(page);
});

test('recorded clicks are replayed through the form, by keyboard, and nothing is saved', async ({ page }) => {
  test.setTimeout(180_000);
  const { person, keys } = await customerWith({ name: 'Recorded', default_url: 'https://old.example/' });
  const call = api(person.token);
  const [campaign] = ((await call('GET', '/companies')) as { data: Campaign[] }).data;
  const link = `${stage().url}/c/${keys.get('Recorded')}`;
  await expect.poll(() => clickFrom(link, '127.0.0.1')).toBe(302);
  for (const address of ['127.0.0.2', '127.0.0.3']) await clickFrom(link, address);
  await expect
    .poll(async () => ((await call('GET', '/clicks')) as { meta: { total: number } }).meta.total, { timeout: 60_000 })
    .toBe(3);
  await signIn(page, person);
  await page.goto(`/ru/campaign/update/${campaign?.id}?tab=settings`);
  await settled(page);
  const replay = page.getByRole('region', { name: replaysRu.title });
  const moved = (clicks: string) =>
    replay.getByText(replaysRu.moved.split(': ')[1]?.replace('{{moved}}', clicks).replace('{{sampled}}', '3') ?? '');
  const run = replay.getByRole('button', { name: replaysRu.run });
  await run.press('Enter');
  await expect(moved('0')).toBeVisible({ timeout: 60_000 });
  await page.locator('[name="default_url"]').fill('https://new.example/');
  await expect(replay.getByText(replaysRu.stale)).toBeVisible();
  await run.press('Enter');
  await expect(moved('3')).toBeVisible({ timeout: 60_000 });
  await expect(replay.getByRole('listitem')).toContainText('https://new.example/');
  await expectAccessible(page);
  expect(((await call('GET', `/companies/${campaign?.id}`)) as { data: Campaign }).data.version).toBe(1);
});
