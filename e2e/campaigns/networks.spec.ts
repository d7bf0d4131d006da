import { request } from 'node:http';
import type { Network } from '@poklik/contract/networks';
import conversions from '@poklik/locales/en/conversions.json' with { type: 'json' };
import en from '@poklik/locales/en/networks.json' with { type: 'json' };
import ru from '@poklik/locales/ru/networks.json' with { type: 'json' };
import ua from '@poklik/locales/ua/networks.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, load, lookAround } from '../screens/tour.ts';
import { DESKTOP } from '../visitors.ts';
import { dialog, rows } from './campaigns.ts';

const SOON = { timeout: 60_000 };
const POSTBACKS = 50;

let person: Person;
let campaign: { id: number; key: string };

const click = (): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${stage().url}/c/${campaign.key}`, { headers: { 'user-agent': DESKTOP } }, (answer) => {
      answer.resume();
      const { searchParams } = new URL(answer.headers.location ?? 'about:blank');
      answer.once('end', () => resolve(searchParams.get('c') ?? ''));
    })
      .once('error', reject)
      .end();
  });

const total = async (path: string): Promise<number> =>
  ((await api(person.token)('GET', path)) as { meta: { total: number } }).meta.total;
const network = async (): Promise<Network> =>
  ((await api(person.token)('GET', '/networks')) as { data: Network[] }).data[0] as Network;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  person = await registerUser();
  const body = { name: 'Coffee', default_url: 'https://shop.example/?c={click_id}' };
  campaign = ((await api(person.token)('POST', '/companies', body)) as { data: typeof campaign }).data;
});

test('a strange postback is understood in three choices, counted, and the network works', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, person);
  await page.goto('/en/conversions?tab=networks');
  await settled(page);
  await page.getByRole('button', { name: en.add }).first().click();
  await dialog(page).getByRole('textbox', { name: en.form.name }).fill('Strange net');
  await page.keyboard.press('Enter');
  const row = rows(page).filter({ hasText: 'Strange net' });
  await expect(row).toContainText(en.states.new);

  const { key } = await network();
  for (let place = 0; place < POSTBACKS; place += 1) {
    const answer = await fetch(
      `${stage().url}/postback/n/${key}?ref=${await click()}&geld=2.50&status=${place === 0 ? '2' : 'sale'}`,
    );
    expect(await answer.text()).toBe('no_click_id');
  }
  await expect.poll(() => total('/clicks').catch(() => 0), { timeout: 180_000 }).toBe(POSTBACKS);
  await expect.poll(async () => (await network()).health.state, SOON).toBe('refusing');
  await page.reload();
  await expect(row).toContainText(en.states.refusing);
  await expect(row).toContainText(`${conversions.verdict.no_click_id}: ${POSTBACKS}`);
  await expectAccessible(page);

  await row.getByRole('button', { name: en.actions.replace('{{name}}', 'Strange net') }).click();
  await page.getByRole('menuitem', { name: en.map }).click();
  const is = (name: string) =>
    dialog(page).getByRole('combobox', { name: en.mapping_dialog.is_label.replace('{{name}}', name) });
  await is('ref').selectOption({ label: en.fields.click_id });
  await is('geld').selectOption({ label: en.fields.payout });
  await dialog(page)
    .getByRole('combobox', { name: en.mapping_dialog.word_label.replace('{{word}}', '2') })
    .selectOption({ label: en.meanings.rejected });
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: en.mapping_dialog.check }).click();
  await expect(dialog(page).getByRole('list', { name: en.mapping_dialog.then })).toHaveText(
    new RegExp(`${conversions.verdict.accepted}\\s*${POSTBACKS}`),
  );
  await dialog(page).getByRole('button', { name: en.mapping_dialog.apply }).click();
  await expect(dialog(page)).toHaveCount(0);

  await expect.poll(() => total('/conversions'), SOON).toBe(POSTBACKS);
  expect(await total('/conversions?status=rejected')).toBe(1);
  expect(await total('/conversions?status=approved')).toBe(POSTBACKS - 1);
  await expect.poll(async () => (await network()).health.state, SOON).toBe('ok');
  await page.reload();
  await expect(row).toContainText(en.states.ok);
});

test('a template fills the form, says whether it was verified, and its parameter gets into the destinations', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await signIn(page, person);
  await page.goto('/en/conversions?tab=networks');
  await settled(page);
  await page.getByRole('button', { name: en.add }).first().click();
  await dialog(page).getByRole('combobox', { name: en.form.template }).click();
  await page.keyboard.type('Affise');
  await page
    .locator('[data-combobox-option]')
    .filter({ hasText: /^Affise$/ })
    .click();
  await expect(dialog(page)).toContainText(en.form.verified);
  await expect(dialog(page).getByRole('textbox', { name: en.form.name })).toHaveValue('Affise');
  await dialog(page).getByRole('button', { name: en.add }).click();
  const row = rows(page).filter({ hasText: 'Affise' });
  await expect(row).toBeVisible();

  await page.goto(`/en/campaign/update/${campaign.id}`);
  await settled(page);
  await page.locator('#section-postbacks').click();
  const field = page.getByRole('combobox', { name: 'Affiliate network' });
  await field.click();
  await page.locator('[data-combobox-option]').filter({ hasText: 'Affise' }).click();
  await page.getByRole('button', { name: 'Add sub1={click_id} to destinations' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect
    .poll(async () => {
      const answer = await api(person.token)('GET', `/companies/${campaign.id}`);
      return (answer as { data: { default_url: string } }).data.default_url;
    }, SOON)
    .toBe('https://shop.example/?c={click_id}&sub1={click_id}');
});

test('networks fit every width, in three languages', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, person);
  for (const [language, texts] of [
    ['ru', ru],
    ['ua', ua],
    ['en', en],
  ] as const) {
    await load(page, `/${language}/conversions?tab=networks`);
    await expect(rows(page).filter({ hasText: 'Strange net' })).toContainText(texts.states.ok);
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  }
});
