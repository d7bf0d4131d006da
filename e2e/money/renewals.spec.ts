import type { Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, emailTo, type Person, people, stage } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { dialog, payer, visit } from './money.ts';

/** Texts of the test checkout, which come from the server. */
const NAMES = {
  ua: { starter: 'Стартовий', pay: 'Сплатити', save: 'Зберегти картку' },
  ru: { starter: 'Стартовый', pay: 'Оплатить', save: 'Сохранить карту' },
  en: { starter: 'Starter', pay: 'Pay', save: 'Save card' },
} as const satisfies Record<Language, object>;

/** Buys a plan with the box ticked, and saves this test card. */
async function subscribe(page: Page, person: Person, language: Language, card: string): Promise<void> {
  const [words, names] = [TEXTS[language], NAMES[language]];
  await visit(page, person, `/${language}/tariffs`);
  await page.getByRole('region', { name: names.starter, exact: true }).getByRole('button').click();
  const box = dialog(page).getByRole('checkbox', { name: words.invoices.methods.consent });
  await expect(box).not.toBeChecked();
  await box.check();
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /29[.,]00/ })
    .click();
  await page.getByRole('radio', { name: new RegExp(card) }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: names.pay, exact: true }).click();
  await expectPlace(page, `/${language}/tariffs/success-payment`);
}

/** Moves the end of the period into the past and runs the job that renews. */
async function letMonthPass({ email }: Person): Promise<void> {
  const { dataDir } = stage();
  await queryDatabase(
    dataDir,
    `update subscriptions set starts_at = starts_at - interval '32 days', ends_at = ends_at - interval '32 days'
     where account_id = (select account_id from users where email = $1)`,
    [email],
  );
  await queryDatabase(dataDir, "select graphile_worker.add_job('renew_subscriptions')");
  const listJobs = () =>
    queryDatabase(dataDir, "select 1 from graphile_worker.jobs where task_identifier = 'renew_subscriptions'");
  // Other jobs may come first.
  await expect.poll(async () => (await listJobs()).length, { timeout: 90_000 }).toBe(0);
}

const statusOf = async ({ token }: Person) =>
  ((await api(token)('GET', '/subscription')) as { data: { status: string; ends_at: string } }).data;

const countInvoices = async ({ token }: Person, status: string): Promise<number> =>
  ((await api(token)('GET', `/invoices?status=${status}`)) as { data: unknown[] }).data.length;

test('a renewal is charged to the saved card', async ({ page }) => {
  test.setTimeout(180_000);
  const person = await payer();
  await subscribe(page, person, 'ua', '4242');
  await visit(page, person, '/ua/profile?tab=billing');
  const cards = page.getByRole('region', { name: TEXTS.ua.invoices.methods.title });
  await expect(cards).toContainText('Visa •••• 4242');
  await expectAccessible(page);
  await letMonthPass(person);
  await expect.poll(() => countInvoices(person, 'paid'), { timeout: 20_000 }).toBe(2);
  expect((await statusOf(person)).status).toBe('active');
});

test('a declined renewal is told, shown, and paid by the link of the email', async ({ page }) => {
  test.setTimeout(180_000);
  const [words, names] = [TEXTS.en, NAMES.en];
  const person = await payer();
  await subscribe(page, person, 'en', '0341');
  await letMonthPass(person);
  const message = await emailTo(person.email, /declined/);
  expect(message.text).toContain('Visa •••• 0341');
  const link = message.links.find((address) => address.includes('profile?tab=billing')) ?? '';
  await visit(page, person, new URL(link).pathname + new URL(link).search);
  await expect(page.getByRole('region', { name: words.invoices.dunning.title })).toContainText(
    words.invoices.failure.declined,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: words.invoices.billing.pay, exact: true }).click();
  await page.getByRole('button', { name: names.pay, exact: true }).click();
  await expectPlace(page, '/en/tariffs/success-payment');
  await expect.poll(async () => (await statusOf(person)).status).toBe('active');
  await visit(page, person, '/en/profile?tab=billing');
  await expect(page.getByRole('region', { name: words.invoices.dunning.title })).toHaveCount(0);
});

test('cards are added with consent, ordered and removed', async ({ page }) => {
  const [words, names] = [TEXTS.ru.invoices, NAMES.ru];
  const person = await payer();
  await visit(page, person, '/ru/profile?tab=billing');
  const cards = page.getByRole('region', { name: words.methods.title });
  for (const last4 of ['4242', '9979']) {
    await cards.getByRole('button', { name: words.methods.add }).click();
    const send = dialog(page).getByRole('button', { name: words.methods.continue });
    await send.click();
    await expect(dialog(page)).toBeVisible();
    await dialog(page).getByRole('checkbox').check();
    await expectAccessible(page);
    await send.click();
    await page.getByRole('radio', { name: new RegExp(last4) }).check();
    await page.getByRole('button', { name: names.save }).click();
    await settled(page);
    await expect(cards).toContainText(`Visa •••• ${last4}`);
  }
  const actions = (last4: string) => cards.getByRole('button', { name: new RegExp(last4) });
  await actions('9979').click();
  await page.getByRole('menuitem', { name: words.methods.make_first }).click();
  await expect(cards.getByRole('listitem').first()).toContainText('9979');
  await actions('4242').click();
  await page.getByRole('menuitem', { name: words.methods.remove }).click();
  await dialog(page).getByRole('button', { name: words.methods.remove }).click();
  await expect(cards.getByRole('listitem')).toHaveCount(1);
});

test('the operator refunds a part, and both sides get the credit note', async ({ page }) => {
  const words = TEXTS.en.invoices;
  const person = await payer();
  await subscribe(page, person, 'en', '4242');
  await visit(page, people().superAdmin, `/en/invoices?search=${person.email}`);
  await page.getByRole('button', { name: /^Actions: INV/ }).click();
  await page.getByRole('menuitem', { name: words.refund, exact: true }).click();
  await expectAccessible(page);
  await dialog(page)
    .getByLabel(filled(words.refund_amount, { currency: 'USD' }))
    .fill('29.01');
  await dialog(page).getByLabel(words.reason).fill('A week of outage');
  await dialog(page).getByRole('button', { name: words.refund, exact: true }).click();
  await expect(dialog(page)).toContainText(TEXTS.en.errors.refund_too_large);
  await dialog(page)
    .getByLabel(filled(words.refund_amount, { currency: 'USD' }))
    .fill('7.25');
  await dialog(page).getByRole('button', { name: words.refund, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`/en/invoices?tab=credit_notes&search=${person.email}`);
  await settled(page);
  await expect(page.getByRole('row', { name: /CN-\d{6}-\d{4}/ })).toContainText('$7.25');
  await expectAccessible(page);
  await visit(page, person, '/en/profile?tab=billing&view=credit_notes');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /CN-\d{6}-\d{4}/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^CN-\d{6}-\d{4}\.pdf$/);
  await expect(page.getByRole('region', { name: words.billing.balance, exact: true })).toContainText('$7.25');
});
