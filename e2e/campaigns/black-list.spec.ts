import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/black_list_page.json' with { type: 'json' };
import ru from '@poklik/locales/ru/black_list_page.json' with { type: 'json' };
import ua from '@poklik/locales/ua/black_list_page.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { expectPlace, heading, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { TEXTS } from '../texts.ts';
import { answeredAfter, campaignOf, clickFrom } from '../visitors.ts';

const WORDS = { ua, ru };
/** IP of the test browser. */
const OWN = '127.0.0.1';
const VISITOR = '127.0.77.7';

const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const field = (page: Page) => dialog(page).getByRole('textbox', { name: en.addresses });
const rows = (page: Page) => page.locator('[data-row]');
const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true }).click();
const add = (person: Person, ip_addresses: string, more: object = {}) =>
  api(person.token)('POST', '/black_list_ips', { ip_addresses, ...more });

async function openAs(page: Page, person: Person, place = '/en/black-list'): Promise<void> {
  await signIn(page, person);
  await page.goto(place);
  await settled(page);
}

test('blocks an IP within a second of adding it and allows it within a second of removing it', async ({ page }) => {
  const person = await registerUser();
  const { link } = await campaignOf(person.token, 'Summer');
  await openAs(page, person);
  await expect(page.getByText(en.empty.title)).toBeVisible();
  expect(await answeredAfter(302, link, VISITOR)).toBeLessThan(2_000);

  await page.getByRole('button', { name: en.add }).click();
  await field(page).fill(`${VISITOR} # a competitor\n${VISITOR}, nonsense\n${OWN}`);
  await expect(dialog(page).getByText('2 valid · 1 already covered · 1 invalid')).toBeVisible();
  await dialog(page).getByRole('radio', { name: en.block, exact: true }).check();
  await dialog(page).getByRole('textbox', { name: en.comment }).fill('Scanner');
  await press(page, 'Add 2 IPs');
  await expect(dialog(page).getByRole('alert')).toContainText(`${OWN}includes your current IP, ${OWN}`);
  await press(page, en.back);
  await field(page).fill(`${VISITOR}\nnonsense`);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await press(page, 'Add 1 IP');
  await answer;
  const refusedAfter = await answeredAfter(403, link, VISITOR);
  expect(await clickFrom(link, OWN), 'others go on').toBe(302);

  await expect(dialog(page).getByText('1 entry added')).toBeVisible();
  await expect(field(page), 'rejected entries stay to be corrected').toHaveValue('nonsense');
  await expect(dialog(page).getByRole('list', { name: /1 not added/ })).toHaveText(
    `Line 1nonsense${en.reason.not_an_address}`,
  );
  await field(page).fill('2001:DB8::/48');
  await press(page, 'Add 1 IP');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: /2001:db8::\/48/ })).toContainText(en.block);

  const hits = async () => {
    const { data } = (await api(person.token)('GET', `/black_list_ips?search=${VISITOR}`)) as {
      data: { hits: number | null }[];
    };
    return data[0]?.hits;
  };
  await expect.poll(hits, 'the refused click is among the hits').toBeGreaterThan(0);
  await page.reload();
  const row = page.getByRole('row', { name: new RegExp(VISITOR) });
  await expect(row).toContainText('Scanner');
  await expect(row.getByRole('cell').nth(3)).toHaveText(/^[1-9]/);

  await page.getByRole('checkbox', { name: `Select: ${VISITOR}` }).check();
  await page.getByRole('button', { name: TEXTS.en.select.delete, exact: true }).click();
  await expect(dialog(page)).toContainText('Remove 1 entry from the blocklist?');
  await expect(dialog(page).getByRole('listitem')).toHaveText(`${VISITOR}Block · All campaigns`);
  const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await press(page, TEXTS.en.select.delete);
  await removal;
  const letInAfter = await answeredAfter(302, link, VISITOR);
  await expect(rows(page)).toHaveCount(1);
  printMeasurement(
    `refused ${refusedAfter.toFixed(0)} ms after it was added, let in ${letInAfter.toFixed(0)} ms after it was removed`,
  );
  expect(refusedAfter).toBeLessThan(1_000);
  expect(letInAfter).toBeLessThan(1_000);
});

test('finds the entries that cover an IP, filters, sorts and paginates', async ({ page }) => {
  const person = await registerUser();
  const { id } = await campaignOf(person.token, 'Winter');
  await add(person, '10.0.0.0/16\n2001:db8::/32', { comment: 'Office' });
  await add(person, '10.0.5.0/24', { action: 'block', campaign_id: id });
  await add(person, Array.from({ length: 20 }, (_, place) => `192.0.2.${place}`).join(','));
  await openAs(page, person);
  await expect(page.getByText('23 of 100 entries used')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);

  await page.keyboard.press('/');
  await page.keyboard.type('10.0.5.9');
  await expectPlace(page, '/en/black-list?search=10.0.5.9');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: en.action }).click();
  await page.getByRole('option', { name: en.block }).click();
  await expectPlace(page, '/en/black-list?search=10.0.5.9&action=block');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Winter');
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText(en.not_found.title)).toBeVisible();
  await page.getByRole('button', { name: en.clear_filters }).click();
  await expectPlace(page, '/en/black-list');
  await expect(rows(page)).toHaveCount(10);

  await page.getByRole('combobox', { name: en.campaign }).click();
  await page.getByRole('option', { name: 'Winter' }).click();
  await expectPlace(page, `/en/black-list?company_id=${id}`);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('combobox', { name: en.campaign })).toHaveValue('Winter');
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);

  await page.getByRole('button', { name: en.ip, exact: true }).click();
  await expectPlace(page, '/en/black-list?sort=ip&order=asc');
  await expect(rows(page).first()).toContainText('10.0.0.0/16');
  await page.getByRole('link', { name: 'Page 3', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: TEXTS.en.select.select_page }).check();
  await page.getByRole('button', { name: TEXTS.en.select.delete, exact: true }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await press(page, TEXTS.en.select.delete);
  await expectPlace(page, '/en/black-list?sort=ip&order=asc&page=2');
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByText('20 of 100 entries used')).toBeVisible();
});

test('rejects entries over the plan limit with a link to plans and merges existing entries', async ({ page }) => {
  const person = await registerUser();
  await add(person, Array.from({ length: 98 }, (_, place) => `192.0.2.${place}`).join('\n'));
  await openAs(page, person);
  await page.getByRole('button', { name: en.add }).click();
  await field(page).fill('192.0.2.5\n198.51.100.1\n198.51.100.2\n198.51.100.3');
  await expect(dialog(page).getByText('Your plan has room for 2 more')).toBeVisible();
  await press(page, 'Add 4 IPs');
  await expect(dialog(page).getByText('2 entries added')).toBeVisible();
  await expect(dialog(page).getByText('192.0.2.5').locator('..')).toContainText(en.merged_same);
  await expect(field(page)).toHaveValue('198.51.100.3');
  await expect(dialog(page)).toContainText(en.reason.limit_reached);
  await dialog(page).getByRole('link', { name: en.to_tariffs }).click();
  await expectPlace(page, '/en/tariffs');
  await expect(heading(page), 'the tariffs are shown: the address is there before them').toHaveText(
    TEXTS.en.tariffs.title,
  );
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(/limit of 100 blocklist entries/)).toBeVisible();
});

test('stays responsive while adding 10,000 pasted lines', async ({ page }) => {
  test.setTimeout(300_000);
  const person = await registerUser();
  await queryDatabase(
    stage().dataDir,
    `update accounts set tariff_id = (select id from tariffs where code = 'pro')
     where id = (select account_id from users where email = $1)`,
    [person.email],
  );
  await openAs(page, person);
  await page.getByRole('button', { name: en.add }).click();
  const lines = Array.from({ length: 10_000 }, (_, place) => `100.${64 + (place >> 8)}.${place % 256}.7`);
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask' });
  });
  const longestTask = () =>
    page.evaluate(() => {
      const { longest } = window as unknown as { longest: { ms: number } };
      const { ms } = longest;
      longest.ms = 0;
      return ms;
    });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines.join('\n'));
  await field(page).focus();
  const pasted = performance.now();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(dialog(page).getByText('10,000 valid')).toBeVisible();
  const countedMs = performance.now() - pasted;
  const pastingMs = await longestTask();
  await field(page).press('End');
  await page.keyboard.type('\n9999');
  await expect(dialog(page).getByText('1 invalid').first()).toBeVisible();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Backspace');
  const typingMs = await longestTask();

  const sent = performance.now();
  await press(page, 'Add 10,000 IPs');
  await expect(dialog(page)).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('10,000 of 10,000 entries used')).toBeVisible();
  const addedMs = performance.now() - sent;
  const addingMs = await longestTask();
  printMeasurement(
    `10,000 lines: counted after ${countedMs.toFixed(0)} ms, added after ${addedMs.toFixed(0)} ms; ` +
      `longest task ${pastingMs.toFixed(0)} ms while pasting, ${typingMs.toFixed(0)} ms while typing, ` +
      `${addingMs.toFixed(0)} ms while adding`,
  );
  for (const ms of [pastingMs, typingMs, addingMs]) expect(ms, 'ms that the page stands still').toBeLessThan(8_000);
});

for (const { language, width, theme } of [
  { language: 'ru', width: 860, theme: 'dark' },
  { language: 'ua', width: 1440, theme: 'light' },
] as const) {
  test(`the list and its dialogs are accessible and fit at ${width} px, ${theme}, in ${language}`, async ({ page }) => {
    const words = WORDS[language];
    const person = await registerUser();
    await add(person, '203.0.113.7\n2001:db8::/48', { comment: 'Scanner' });
    await look(page, { theme, width });
    await signIn(page, person);
    await page.goto(`/${language}/black-list`);
    await settled(page);
    await expect(page.locator('h1')).toHaveText(words.title);
    await expect(page.getByRole('table')).toHaveCount(width < 861 ? 0 : 1);
    await expectAccessible(page);

    await page.getByRole('button', { name: words.add }).click();
    await dialog(page).getByRole('textbox', { name: words.addresses }).fill(`203.0.113.7\n${OWN}/12\n!`);
    await expect(dialog(page)).toContainText(words.reason.not_an_address);
    await expectAccessible(page);
    await dialog(page).locator('button[type="submit"]').click();
    await expect(dialog(page)).toContainText(words.own_excluded);
    await expectAccessible(page);
    await press(page, words.add_anyway);
    await expect(dialog(page)).toContainText(words.merged_same);
    await expectAccessible(page);
    await press(page, TEXTS[language].select.close);

    await page.getByRole('button', { name: `${TEXTS[language].select.delete}: 127.0.0.0/12` }).click();
    await expect(dialog(page)).toContainText(words.remove_consequence);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await press(page, TEXTS[language].select.delete);
    await expect(dialog(page)).toHaveCount(0);
  });
}
