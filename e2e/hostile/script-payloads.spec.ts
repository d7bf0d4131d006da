import type { Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import { dialog } from '../campaigns/campaigns.ts';
import { expect, test } from '../fixture.ts';
import { api, emailTo, newEmail, type Person, stage } from '../people.ts';
import { csvCells, formulasIn } from '../screens/csv-cells.ts';
import { settled } from '../screens/frame.ts';
import { TEXTS } from '../texts.ts';
import { createHostileData, type HostileData } from './hostile-data.ts';
import * as dialogs from './hostile-dialogs.ts';
import { expectHarmlessInvoice, importConversions, imported, openedFile, unsaid } from './hostile-files.ts';
import { register } from './hostile-money.ts';
import { asSent } from './hostile-traffic.ts';
import { FORMULAS, IS_DEEP, inAddress, PAYLOADS, packed } from './script-payloads.ts';
import { expectHarmless, plantedIn, refuseForeign, soft, watchFor } from './script-watch.ts';

const { withdrawal: en, invoices: enInvoices } = TEXTS.en;

// All tests in this file share one data set, so they run one after another.
test.describe.configure({ mode: 'default' });

let hostile: HostileData;
test.beforeAll(async () => {
  test.setTimeout(420_000);
  hostile = await createHostileData();
});
test.afterAll(() => hostile?.close());

/** A host without a content security policy that renders text unescaped. */
const CARELESS = 'http://careless.test';

const EACH = PAYLOADS.map(({ text }) => text);

/** A page, the texts it must show and the dialogs to open on it. */
type Visited = [place: string, shown: readonly string[], open?: (page: Page, look: dialogs.Look) => Promise<void>];

const toVisit = (screens: readonly Visited[]): readonly Visited[] =>
  IS_DEEP ? screens : screens.filter(([, shown, open]) => shown.length > 0 || open);

async function stayIn(page: Page, { token }: Person): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: token, url: hostile.url, sameSite: 'Strict' }]);
}

test('each payload works on an unsafe page and is detected', async ({ browser }) => {
  const harm = async ({ text, careless }: (typeof PAYLOADS)[number]) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const watch = await watchFor(page, CARELESS);
    await refuseForeign(page, CARELESS);
    await page.route(`${CARELESS}/`, (route) => route.fulfill({ contentType: 'text/html', body: careless(text) }));
    // Some payloads leave the page at once, so it never finishes loading.
    await page.goto(`${CARELESS}/`, { waitUntil: 'commit' }).catch(() => undefined);
    await page.waitForLoadState('domcontentloaded').catch(() => undefined);
    expect(await plantedIn(page).catch(() => ['left']), text).not.toEqual([]);
    const clickable = page.locator('a, button').first();
    if ((await clickable.count().catch(() => 0)) > 0) await clickable.click();
    await expect.poll(() => watch.takeEvents(), { message: text }).not.toEqual([]);
    await context.close();
  };
  for (let from = 0; from < PAYLOADS.length; from += 5) await Promise.all(PAYLOADS.slice(from, from + 5).map(harm));
});

test('no payload runs on any customer page', async ({ page }) => {
  test.setTimeout(420_000);
  const { owner, campaign, conversionId, clickIds } = hostile;
  const watch = await watchFor(page, hostile.url);
  const look: dialogs.Look = (place, shown) => expectHarmless(page, watch, place, shown);
  await stayIn(page, owner);

  await page.goto(`${hostile.url}/en/campaign`);
  await settled(page);
  await look('the panel of notifications', packed(200));
  await api(owner.token, hostile.url)('POST', '/notifications/mark_all_as_read');

  const screens: Visited[] = [
    ['/campaign?per_page=25', [...packed(128), ...packed(32).slice(0, 3)], dialogs.campaignDialogs],
    ['/campaign/create', []],
    [`/campaign/update/${campaign.id}`, [packed(128)[0] ?? '', packed(100)[0] ?? '', packed(64)[0] ?? '', ...EACH]],
    [`/campaign/update/${campaign.id}?tab=links`, []],
    [`/campaign/update/${campaign.id}?tab=versions`, [], dialogs.versionDialogs],
    ['/statistics?g=country&g=sub1', [], dialogs.statisticsDialogs],
    ['/statistics?g=referrer_host&g=traffic_source&cols=all', [packed(64)[0] ?? '']],
    [`/statistics?${new URLSearchParams(EACH.map((text) => ['sub1', text]))}`, EACH],
    ['/conversions?per_page=25', EACH],
    [`/conversions?id=${conversionId}`, packed(300)],
    ['/conversions?tab=inbox&per_page=50', EACH.map(asSent)],
    ['/conversions?tab=clicks&per_page=25', packed(128).slice(0, 1)],
    [`/conversions?tab=clicks&id=${clickIds[0]}`, EACH.slice(0, 9)],
    ['/black-list?per_page=25', [...packed(200), ...packed(128)], dialogs.addressDialogs],
    ['/instructions?guide=hostile', EACH.slice(0, 20)],
    ['/tariffs', [packed(200)[0] ?? '', ...EACH.slice(0, 20)]],
    ['/tariffs/success-payment', []],
    ['/tariffs/failed-payment', []],
    ['/team-users?per_page=50', packed(100), dialogs.memberDialogs],
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
  for (const [place, shown, open] of toVisit(screens)) {
    // The header shows the user’s name on every page, so each page gets the next payload as the name.
    const name = await hostile.rename();
    await page.goto(`${hostile.url}/en${place}`);
    await settled(page);
    await look(place, [name, ...shown]);
    await open?.(page, look);
  }
  for (const round of IS_DEEP ? [0, 1, 2] : [0]) {
    const names = await hostile.nameTokens(round);
    await page.goto(`${hostile.url}/en/api-tokens`);
    await settled(page);
    await look('/api-tokens', names);
    if (round === 0) await dialogs.tokenDialogs(page, look, names[0] ?? '');
  }
  await page.goto(`${hostile.url}/en/statistics`);
  await settled(page);
  await page.locator('main').getByRole('button', { name: 'Saved views' }).click();
  await look('the saved views', packed(64));
});

test('no payload runs on any operator page', async ({ page }) => {
  test.setTimeout(300_000);
  const { operator, ownerId, customerId, guideId } = hostile;
  const watch = await watchFor(page, hostile.url);
  const look: dialogs.Look = (place, shown) => expectHarmless(page, watch, place, shown);
  await stayIn(page, operator);
  await api(operator.token, hostile.url)('POST', '/notifications/mark_all_as_read');
  const screens: Visited[] = [
    ['/campaign', []],
    ['/users-list?per_page=50', packed(100), (at, say) => dialogs.searchDialog(at, say, packed(100))],
    [`/users-list/${ownerId}?tab=log&per_page=100&sort=created_at&order=asc`, packed(100)],
    [`/users-list/${ownerId}?tab=notes&per_page=100`, packed(5000)],
    ['/users-list?tab=segments', packed(64)],
    ['/transactions?per_page=50', []],
    [`/transactions?user=${customerId}&per_page=50`, packed(500).slice(1, 2)],
    ['/invoices?per_page=50', packed(128)],
    ['/withdrawal?per_page=25', [...packed(500), packed(100)[1] ?? '']],
    ['/withdrawal?tab=held', []],
    ['/tariffs', [packed(200)[0] ?? '']],
    ['/notifications?per_page=25', EACH],
    ['/instructions?guide=hostile', EACH.slice(0, 20)],
    [`/instructions/update/${guideId}`, [packed(120)[0] ?? '']],
    ['/instructions/create', []],
    ['/outbox?per_page=100', packed(100)],
    ['/profile?tab=activity', []],
  ];
  for (const [place, shown, open] of toVisit(screens)) {
    await page.goto(`${hostile.url}/en${place}`);
    await settled(page);
    await look(place, shown);
    await open?.(page, look);
  }
  await page.goto(`${hostile.url}/en/withdrawal?status=pending`);
  await settled(page);
  await page
    .getByRole('button', { name: /^Actions for request/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: en.do.approved, exact: true }).click();
  await dialog(page).getByRole('button', { name: en.show_details }).click();
  await look('the details of a payout', [packed(100)[0] ?? '', packed(200)[0] ?? '']);
});

test('no payload runs on a public page', async ({ page }) => {
  test.setTimeout(180_000);
  const watch = await watchFor(page, hostile.url);
  const { campaign, checkout, referralCode, invitation } = hostile;
  const text = encodeURIComponent(EACH.join(''));
  const short = encodeURIComponent(EACH[0] ?? '');
  const told: Record<string, readonly string[]> = {
    [`/c/${campaign.key}+`]: [inAddress(packed(1500)[0] ?? '')],
  };
  for (const place of [
    `/en/login?verified=${text}`,
    `/en/registration?ref=${short}&invite=${short}&setup=${short}`,
    `/en/restore-password/${short}`,
    `/en/recovery-password/send-letter?email=${text}`,
    `/en/password/reset/${short}?email=${text}`,
    `/en/${text}`,
    `/${text}`,
    `/v1/docs?lang=${text}`,
    `/v1/docs?q=${text}`,
    `/v1/docs`,
    `/c/${short}`,
    `/c/${campaign.key}+`,
    `/c/${campaign.key}+?lang=${text}`,
    `/postback?cid=${short}&key=${short}&return=${text}`,
    `/v1/campaigns/${text}`,
    `${new URL(checkout).pathname}?lang=${text}`,
  ]) {
    await page.goto(hostile.url + place);
    await expectHarmless(page, watch, place, told[place]);
  }
  for (let place = 0; place < (IS_DEEP ? packed(100).length : 2); place += 1) {
    const name = await hostile.rename();
    const led = place % 2 === 0 ? `ref=${referralCode}` : `invite=${invitation}`;
    await page.goto(`${hostile.url}/en/registration?${led}`);
    await expectHarmless(page, watch, 'who somebody was led by', [name]);
  }
});

test('no payload runs in an HTML email', async ({ page }) => {
  const watch = await watchFor(page, CARELESS);
  let html = '';
  await page.route(`${CARELESS}/`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  for (const name of packed(100)) {
    const email = newEmail();
    await register(stage().url, { email, name });
    ({ html } = await emailTo(email));
    expect(html).toContain('</html>');
    await page.goto(`${CARELESS}/`);
    await expectHarmless(page, watch, 'an email', [name]);
  }
});

test('no payload runs during a conversion import', async ({ page }) => {
  test.setTimeout(180_000);
  const watch = await watchFor(page, hostile.url);
  await stayIn(page, hostile.owner);
  await api(hostile.owner.token, hostile.url)('POST', '/notifications/mark_all_as_read');
  await page.goto(`${hostile.url}/en/conversions`);
  await settled(page);
  await importConversions(page, (place, shown) => expectHarmless(page, watch, place, shown), hostile.clickIds);
  await page.goto(`${hostile.url}/en/conversions?source=import&per_page=25`);
  await settled(page);
  await expectHarmless(page, watch, 'what a file brought', EACH.map(imported));
});

test('CSV exports contain no formulas', async ({ page }) => {
  const watch = await watchFor(page, hostile.url);
  const files: [path: string, person: Person, shown: readonly string[]][] = [
    ['/v1/conversions/export', hostile.owner, EACH],
    ['/v1/statistics/export?group_by=sub1', hostile.owner, EACH],
    ['/v1/statistics/export?group_by=sub10', hostile.owner, []],
    ['/v1/invoices/export', hostile.operator, packed(128)],
  ];
  for (const [path, { token }, shown] of files) {
    await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}`, 'accept-language': 'en' });
    const text = (await openedFile(page, hostile.url + path, 'text/csv')).toString('utf8');
    const cells = csvCells(text).flat();
    soft(formulasIn(text), path).toEqual([]);
    soft(
      [...shown, ...FORMULAS.map((formula) => `'${formula}`)].filter((part) => !cells.includes(part)),
      path,
    ).toEqual(path.endsWith('sub1') ? FORMULAS.map((formula) => `'${formula}`) : []);
    soft(watch.takeEvents(), path).toEqual([]);
  }
  const told = hostile.bankFiles.flatMap((file) => csvCells(file).flat());
  soft(hostile.bankFiles.flatMap(formulasIn)).toEqual([]);
  const expected = [...packed(100), ...packed(200), ...FORMULAS.map((formula) => `'${formula}`)];
  soft(expected.filter((part) => !told.includes(part))).toEqual([]);
});

test('invoice PDFs contain all texts and no actions', async ({ page }) => {
  test.setTimeout(180_000);
  const { operator, url } = hostile;
  const watch = await watchFor(page, url);
  const call = api(operator.token, url);
  const all = async () => ((await call('GET', '/invoices?per_page=100')) as { data: Invoice[] }).data;
  const bought = (await all()).filter(({ type }) => type === 'subscription');
  for (const [place, reason] of packed(300).entries())
    await call('POST', `/invoices/${bought[place]?.id}/void`, { reason });
  const invoices = await all();
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${operator.token}` });
  for (const invoice of invoices) {
    const file = await openedFile(page, `${url}${invoice.pdf_url}?lang=en`, 'application/pdf');
    expectHarmlessInvoice(invoice, file);
  }
  soft(watch.takeEvents()).toEqual([]);
  for (const [field, max] of [
    ['name', 128],
    ['address', 300],
    ['country', 60],
    ['tax_id', 40],
  ] as const)
    soft(unsaid(invoices, field, max), field).toEqual([]);
  soft(packed(300).filter((text) => !invoices.some(({ void_reason: reason }) => reason === text))).toEqual([]);

  await page.setExtraHTTPHeaders({});
  await stayIn(page, operator);
  await page.goto(`${url}/en/invoices`);
  await settled(page);
  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: enInvoices.download_of.replace('{{number}}', invoices[0]?.number ?? '') })
    .click();
  expect((await saved).suggestedFilename()).toBe(`${invoices[0]?.number}.pdf`);
  await expectHarmless(page, watch, 'the list of invoices', []);
});
