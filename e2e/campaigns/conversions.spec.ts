import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/conversions.json' with { type: 'json' };
import toolbar from '@poklik/locales/en/report_toolbar.json' with { type: 'json' };
import statistics from '@poklik/locales/en/statistics.json' with { type: 'json' };
import ru from '@poklik/locales/ru/conversions.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { load, lookAround } from '../screens/tour.ts';
import { DESKTOP, PHONE } from '../visitors.ts';
import { dialog, exportedCells, rows, showColumns } from './campaigns.ts';

/** Postbacks are processed within a second; a busy machine and the screen's own refresh take longer. */
const SOON = { timeout: 40_000 };

let person: Person;
let campaign: { key: string; postback_key: string };
const clickIds: string[] = [];

/** Follows the tracking link and reads the click id from the redirect URL, as a shop would. */
const click = (agent: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${stage().url}/c/${campaign.key}?ad=banner-7`, { headers: { 'user-agent': agent } }, (answer) => {
      answer.resume();
      const { searchParams } = new URL(answer.headers.location ?? 'about:blank');
      answer.once('end', () => resolve(searchParams.get('c') ?? ''));
    })
      .once('error', reject)
      .end();
  });

const postback = async (query: string, key = campaign.postback_key): Promise<string> =>
  (await fetch(`${stage().url}/postback?${query}&key=${key}`)).text();

const total = async (path: string): Promise<number> =>
  ((await api(person.token)('GET', path)) as { meta: { total: number } }).meta.total;

/** Opens the dialog for a filter, and chooses a value if one is given. */
async function filterBy(page: Page, field: string, value?: string): Promise<void> {
  await page.getByRole('button', { name: toolbar.filter.add }).click();
  await dialog(page).getByRole('combobox', { name: toolbar.filter.dimension }).selectOption({ label: field });
  if (value !== undefined) await dialog(page).getByRole('button', { name: value, exact: true }).click();
}

const toastWith = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

async function open(page: Page, search = ''): Promise<void> {
  await signIn(page, person);
  await page.goto(`/en/conversions${search}`);
  await settled(page);
}

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  person = await registerUser();
  const { data } = (await api(person.token)('POST', '/companies', {
    name: 'Coffee',
    default_url: 'https://shop.example/?c={click_id}',
    default_payout: '3.5',
    params: [{ name: 'ad', sub: 'sub1' }],
    rules: [
      {
        name: 'Phones',
        conditions: [{ dimension: 'device', operator: 'in', values: ['mobile'] }],
        destinations: [{ name: 'App', url: 'https://app.example/?c={click_id}' }],
      },
    ],
  })) as { data: typeof campaign };
  campaign = data;
  for (let place = 0; place < 5; place += 1) clickIds.push(await click(place === 0 ? PHONE : DESKTOP));
  await expect.poll(() => total('/clicks').catch(() => 0), { timeout: 180_000 }).toBe(5);
});

test('shows a conversion from a postback without a reload and changes its status with a reason', async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  await expect(page.getByText(en.empty.waiting)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Postback URL for “Coffee”' })).toHaveValue(
    new RegExp(`^${stage().url}/postback\\?.*${campaign.postback_key}`),
  );
  expect(await postback(`cid=${clickIds[0]}&status=lead&payout=12.50&txid=T-1`)).toMatch(/^(accepted|queued)$/);
  const row = rows(page).filter({ hasText: 'T-1' });
  await expect(row).toContainText('$12.50', SOON);
  await expect(row).toContainText(en.status.pending);
  await row.locator('a[href*="id="]').click();
  await expect(page).toHaveURL(/[?&]id=/);
  await expect(dialog(page)).toContainText('banner-7');
  await expect(dialog(page)).toContainText(`GET cid=${clickIds[0]}&status=lead&payout=12.50&txid=T-1&key=***`);
  await expectAccessible(page);

  const choose = async (status: string) => {
    await dialog(page).getByRole('combobox', { name: en.state }).click();
    await page.locator('[data-combobox-option]').filter({ hasText: status }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
  };
  await choose(en.status.approved);
  await expect(toastWith(page, en.details.saved).first()).toBeVisible();
  await expect(dialog(page).getByRole('listitem').last()).toContainText(en.status.approved);
  await choose(en.status.pending);
  await expect(dialog(page).getByText('Enter a reason').first()).toBeVisible();
  await dialog(page).getByRole('textbox', { name: en.change.reason }).fill('The network asked for it');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toContainText('The network asked for it');
  await page.reload();
  await expect(dialog(page), 'the address opens what was open').toContainText('The network asked for it');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/[?&]id=/);
});

test('a bulk change confirms count and total, filters stay in the URL and the export matches them', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await postback(`cid=${clickIds[1]}&status=pending&payout=4&txid=T-2`);
  await postback(`cid=${clickIds[2]}&status=pending&payout=6&txid=T-3`);
  await expect.poll(() => total('/conversions'), SOON).toBe(3);
  await open(page);
  for (const txid of ['T-2', 'T-3']) await rows(page).filter({ hasText: txid }).getByRole('checkbox').check();
  await page.getByRole('button', { name: en.make.rejected }).click();
  await expect(dialog(page)).toContainText('Change 2 conversions to “Rejected”?');
  await expect(dialog(page)).toContainText('$10.00');
  await dialog(page).getByRole('button', { name: en.make.rejected }).click();
  await expect(rows(page).filter({ hasText: en.status.rejected })).toHaveCount(2);

  await filterBy(page, en.filter.status, en.status.rejected);
  await expect(page).toHaveURL(/status=rejected/);
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole('list', { name: en.totals })).toHaveText(/Rejected: 2 · \$10\.00/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: en.export }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes(',Rejected,'))).toBe(true);

  await filterBy(page, en.payout);
  await dialog(page).getByRole('textbox', { name: en.revenue_min }).fill('5,5');
  await dialog(page).getByRole('textbox', { name: en.revenue_max }).fill('six');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: en.revenue_max })).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByRole('textbox', { name: en.revenue_max }).fill('');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/revenue_min=5\.5/);
  await expect(page).not.toHaveURL(/revenue_max/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: new RegExp(`^${toolbar.period.label}`) }).click();
  await page.getByText(en.time_basis.click).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: en.click_at })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText(en.not_found.title)).toBeVisible();
  await page.getByRole('button', { name: en.clear_filters }).click();
  await expect(rows(page)).toHaveCount(3);

  await rows(page).first().getByRole('link').first().click();
  await dialog(page).getByRole('button', { name: en.details.next }).click();
  await expect(dialog(page).getByRole('button', { name: en.details.previous })).toBeEnabled();
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('button', { name: en.details.next })).toBeDisabled();
});

test('the inbox shows why a postback was rejected, hides its key and reprocesses it', async ({ page }) => {
  test.setTimeout(300_000);
  expect(await postback(`cid=${clickIds[3]}&payout=8&txid=T-4`, 'an-old-key')).toBe('bad_key');
  await expect.poll(() => total('/postbacks?verdict=bad_key'), SOON).toBe(1);
  await open(page, '?tab=inbox');
  await filterBy(page, en.filter.verdict, en.verdict.bad_key);
  await expect(page).toHaveURL(/verdict=bad_key/);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('key=***');
  await expect(page.locator('body')).not.toContainText('an-old-key');
  await rows(page).getByRole('button', { name: en.inbox.replay }).click();
  await expect(toastWith(page, `Reprocessed: ${en.verdict.accepted}`).first()).toBeVisible(SOON);
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('navigation', { name: en.title }).getByRole('link', { name: en.tab.conversions }).click();
  await expect(rows(page).filter({ hasText: 'T-4' })).toContainText('$8.00');
});

test('previews an import before adding it and offers the rejected rows for download', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: en.import.open }).click();
  const unknown = `0${clickIds[4]?.slice(1)}`;
  const rowsOfFile = [`${clickIds[4]},9,F-1`, `${clickIds[4]},9,F-1`, `${unknown},1,F-2`, `${clickIds[4]},free,F-3`];
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: en.import.file }).click();
  const buffer = Buffer.from(`click_id,payout,txid\n${rowsOfFile.join('\n')}\n`);
  await (await chooser).setFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
  await expect(dialog(page).getByRole('status')).toHaveText('march.csv');
  await dialog(page).getByRole('button', { name: en.import.check }).click();
  for (const verdict of ['ok', 'duplicate', 'unknown_click', 'bad_row'] as const)
    await expect(dialog(page)).toContainText(`${en.import.verdict[verdict]}: 1`);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download 3 rejected rows' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')).toEqual([
    '\uFEFFreason,click_id,payout,txid',
    `duplicate,${clickIds[4]},9,F-1`,
    `unknown_click,${unknown},1,F-2`,
    `payout,${clickIds[4]},free,F-3`,
    '',
  ]);
  expect(await total('/conversions?search=F-1'), 'a rehearsal adds nothing').toBe(0);
  await dialog(page).getByRole('button', { name: 'Add 1 conversion' }).click();
  await expect(rows(page).filter({ hasText: 'F-1' })).toContainText(en.source.import);

  await page.getByRole('button', { name: en.add.open }).click();
  await dialog(page).getByRole('textbox', { name: en.click_id }).fill('nonsense');
  await dialog(page).getByRole('button', { name: en.add.open }).click();
  await expect(dialog(page)).toContainText('Click not found in your campaigns');
  await dialog(page)
    .getByRole('textbox', { name: en.click_id })
    .fill(clickIds[4] ?? '');
  await dialog(page).getByRole('textbox', { name: en.type }).fill('sale');
  await dialog(page).getByRole('button', { name: en.add.open }).click();
  const added = rows(page).filter({ hasText: statistics.conversion_type.sale });
  await expect(added, 'the usual payout of the campaign').toContainText('$3.50');
  await added.getByRole('link').first().click();
  await expect(dialog(page)).toContainText(en.details.related);
});

test('refunds and lifetime values are columns of the report and the campaign list, and in their exports', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await postback(`cid=${clickIds[3]}&type=deposit&payout=50&txid=R-1`);
  await expect.poll(() => total('/conversions?search=R-1'), SOON).toBe(1);
  await postback(`cid=${clickIds[3]}&type=deposit&payout=-20&txid=R-1`);
  await open(page);
  const row = rows(page).filter({ hasText: 'R-1' });
  await expect(row).toContainText('$30.00', SOON);
  await expect(row).toContainText(en.refunded_of.replace('{{amount}}', '$20.00'));

  // Clicks of today have no lifetime value yet, which is not 0.
  const { refunded, ltv_1: ltv, clicks } = statistics.metric;
  for (const [path, name] of [
    ['/en/statistics?g=campaign', 'Coffee'],
    ['/en/campaign', 'Coffee'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    await showColumns(page, [refunded, ltv]);
    const shown = page.getByRole('row').filter({ hasText: name }).first();
    await expect(shown).toContainText('$20.00', SOON);
    const [head = [], ...lines] = await exportedCells(page);
    const line = lines.find((cells) => cells.includes(name)) ?? [];
    expect(head).toEqual(expect.arrayContaining([clicks, refunded, ltv]));
    expect([line[head.indexOf(clicks)], line[head.indexOf(refunded)], line[head.indexOf(ltv)]]).toEqual([
      '5',
      '20.00',
      '',
    ]);
  }
});

test('the click log explains how a click was routed', async ({ page }) => {
  await open(page, '?tab=clicks');
  await expect(rows(page)).toHaveCount(5);
  await filterBy(page, en.filter.device, en.device.mobile);
  await expect(page).toHaveURL(/device=mobile/);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').first().click();
  await expect(dialog(page)).toContainText(`${en.clicks.outcome.matched} Rule 1 Phones`);
  await expect(dialog(page)).toContainText('✓ Device is any of Mobile');
  await expect(dialog(page)).toContainText(`https://app.example/?c=${clickIds[0]}`);
  await expect(dialog(page)).toContainText('(0%–100%) → App');
  await expectAccessible(page);
});

test('every tab with rows fits every width and is accessible in both themes', async ({ page }) => {
  await signIn(page, person);
  for (const tab of ['conversions', 'inbox', 'clicks'] as const) {
    await load(page, `/ru/conversions${tab === 'conversions' ? '' : `?tab=${tab}`}`);
    await expect(page.locator('h1')).toHaveText(ru.title);
    await expect(rows(page).first()).toBeVisible();
    await lookAround(page);
  }
});
