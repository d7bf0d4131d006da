import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/withdrawal.json' with { type: 'json' };
import { dialog } from './campaigns.ts';
import { expect, test } from './fixture.ts';
import { settled } from './frame.ts';
import { type HostileWorld, hostileWorld } from './hostile-world.ts';
import { api, type Person } from './people.ts';
import { inAddress, PAYLOADS, packed } from './script-payloads.ts';
import { plantedIn, readableOn, type Watch, watchFor } from './script-watch.ts';

// One world for all tests of this file, so they run one after the other.
test.describe.configure({ mode: 'default' });

let world: HostileWorld;
test.beforeAll(async () => {
  test.setTimeout(420_000);
  world = await hostileWorld();
});
test.afterAll(() => world?.close());

/** A host without a policy that shows what it is given. */
const CARELESS = 'http://careless.test';

const EACH = PAYLOADS.map(({ text }) => text);

/** All screens are looked at, whatever the first ones show. */
const soft = expect.configure({ soft: true });

/** Nothing ran, nothing was planted, and what the screen is about is really there to be read. */
async function expectHarmless(page: Page, watch: Watch, place: string, shown: readonly string[]): Promise<void> {
  const missing = async () => {
    const text = await readableOn(page);
    return shown.filter((part) => !text.includes(part));
  };
  // Figures of many values come late on a busy machine.
  await soft.poll(missing, { message: `${place} shows all of it`, timeout: 60_000 }).toEqual([]);
  soft(await plantedIn(page), place).toEqual([]);
  soft(watch.takeEvents(), place).toEqual([]);
}

async function stayIn(page: Page, { token }: Person): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: token, url: world.url, sameSite: 'Strict' }]);
}

test('each payload does harm on a careless page, and the watch notices', async ({ browser }) => {
  for (const { text, careless } of PAYLOADS) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const watch = await watchFor(page, CARELESS);
    await page.route(`${CARELESS}/`, (route) => route.fulfill({ contentType: 'text/html', body: careless(text) }));
    // Some leave the page at once, and then it never finishes loading.
    await page.goto(`${CARELESS}/`, { waitUntil: 'commit' }).catch(() => undefined);
    await page.waitForLoadState('domcontentloaded').catch(() => undefined);
    expect(await plantedIn(page).catch(() => ['left']), text).not.toEqual([]);
    const clickable = page.locator('a, button').first();
    if ((await clickable.count().catch(() => 0)) > 0) await clickable.click();
    await expect.poll(() => watch.takeEvents(), { message: text }).not.toEqual([]);
    await context.close();
  }
});

test('nothing runs on any screen of a customer', async ({ page }) => {
  test.setTimeout(300_000);
  const { owner, campaign, conversionId, clickId } = world;
  const watch = await watchFor(page, world.url);
  await stayIn(page, owner);

  await page.goto(`${world.url}/en/campaign`);
  await settled(page);
  await expectHarmless(page, watch, 'the panel of notifications', packed(200));
  await api(owner.token, world.url)('POST', '/notifications/mark_all_as_read');

  const screens: [place: string, shown: readonly string[]][] = [
    ['/campaign?per_page=25', [...packed(128), ...packed(32).slice(0, 3)]],
    [`/campaign/update/${campaign.id}`, [packed(128)[0] ?? '', packed(100)[0] ?? '', packed(64)[0] ?? '', ...EACH]],
    [`/campaign/update/${campaign.id}?tab=links`, []],
    [`/campaign/update/${campaign.id}?tab=versions`, []],
    ['/statistics?g=sub1&g=sub2', EACH],
    ['/statistics?g=referrer_host&g=traffic_source&cols=all', [packed(64)[0] ?? '']],
    [`/statistics?${new URLSearchParams(EACH.map((text) => ['sub1', text]))}`, EACH],
    ['/conversions?per_page=25', EACH],
    [`/conversions?id=${conversionId}`, packed(300)],
    ['/conversions?tab=inbox&per_page=50', []],
    ['/conversions?tab=clicks&per_page=25', []],
    [`/conversions?tab=clicks&id=${clickId}`, EACH.slice(0, 10)],
    ['/black-list?per_page=25', packed(200)],
    ['/instructions?guide=hostile', EACH.slice(0, 20)],
    ['/tariffs', [packed(200)[0] ?? '', ...EACH.slice(0, 20)]],
    ['/team-users?per_page=50', packed(100)],
    ['/profile', []],
    ['/profile?tab=interface', []],
    ['/profile?tab=security', []],
    ['/profile?tab=billing', [packed(128)[0] ?? '', packed(300)[0] ?? '', packed(60)[0] ?? '', packed(40)[0] ?? '']],
    ['/profile?tab=notifications', []],
    ['/profile?tab=activity&per_page=100&sort=created_at&order=asc', packed(100)],
    ['/profile?tab=data', []],
    ['/referrals', []],
    ['/referrals?tab=commissions', []],
    ['/referrals?tab=withdrawals&per_page=25', packed(500)],
    ['/withdrawal?per_page=25', packed(500)],
    ['/invoices', []],
    ['/transactions?per_page=25', []],
    [`/campaign?search=${encodeURIComponent(EACH.slice(0, 3).join(''))}`, []],
  ];
  for (const [place, shown] of screens) {
    // The header names the person on every screen, so the name takes a turn on each.
    const name = await world.rename();
    await page.goto(`${world.url}/en${place}`);
    await settled(page);
    await expectHarmless(page, watch, place, [name, ...shown]);
  }
  for (const round of [0, 1, 2]) {
    const names = await world.nameTokens(round);
    await page.goto(`${world.url}/en/api-tokens`);
    await settled(page);
    await expectHarmless(page, watch, '/api-tokens', names);
  }
  await page.goto(`${world.url}/en/statistics`);
  await settled(page);
  await page.locator('main').getByRole('button', { name: 'Views' }).click();
  await expectHarmless(page, watch, 'the saved views', packed(64));
});

test('nothing runs on any screen of the operator', async ({ page }) => {
  test.setTimeout(300_000);
  const { operator, ownerId, customerId, guideId } = world;
  const watch = await watchFor(page, world.url);
  await stayIn(page, operator);
  await api(operator.token, world.url)('POST', '/notifications/mark_all_as_read');
  const screens: [place: string, shown: readonly string[]][] = [
    ['/campaign', []],
    ['/users-list?per_page=50', packed(100)],
    [`/users-list?user=${ownerId}&per_page=100&sort=created_at&order=asc`, packed(100)],
    ['/transactions?per_page=50', []],
    [`/transactions?user=${customerId}`, []],
    ['/invoices?per_page=50', []],
    ['/withdrawal?per_page=25', [...packed(500), packed(100)[1] ?? '']],
    ['/withdrawal?view=held', []],
    ['/tariffs', [packed(200)[0] ?? '']],
    ['/notifications?per_page=25', EACH],
    ['/instructions?guide=hostile', EACH.slice(0, 20)],
    [`/instructions/update/${guideId}`, [packed(120)[0] ?? '']],
    ['/outbox?per_page=50', []],
    ['/profile?tab=activity', []],
  ];
  for (const [place, shown] of screens) {
    await page.goto(`${world.url}/en${place}`);
    await settled(page);
    await expectHarmless(page, watch, place, shown);
  }
  await page.goto(`${world.url}/en/withdrawal?status=pending`);
  await settled(page);
  await page
    .getByRole('button', { name: /^Actions for request/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: en.do.approved, exact: true }).click();
  await dialog(page).getByRole('button', { name: en.show_details }).click();
  await expectHarmless(page, watch, 'the details of a payout', [packed(100)[0] ?? '', packed(200)[0] ?? '']);
});

test('nothing runs on a page that anybody can be led to', async ({ page }) => {
  const watch = await watchFor(page, world.url);
  const text = encodeURIComponent(EACH.join(''));
  const short = encodeURIComponent(EACH[0] ?? '');
  for (const place of [
    `/en/login?verified=${text}`,
    `/en/registration?ref=${short}&invite=${short}&setup=${short}`,
    `/en/restore-password/${short}`,
    `/en/recovery-password/send-letter?email=${text}`,
    `/en/password/reset/${short}?email=${text}`,
    `/en/${text}`,
    `/${text}`,
    `/v1/docs?lang=${text}`,
    `/v1/docs`,
    `/c/${short}`,
    `/c/${world.campaign.key}+`,
    `/c/${world.campaign.key}+?lang=${text}`,
    `/postback?cid=${short}&key=${short}&return=${text}`,
    `/v1/campaigns/${text}`,
  ]) {
    await page.goto(world.url + place);
    await expectHarmless(
      page,
      watch,
      place,
      place === `/c/${world.campaign.key}+` ? [inAddress(packed(1500)[0] ?? '')] : [],
    );
  }
});
