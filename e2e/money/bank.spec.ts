import type { Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import type { Tariff } from '@poklik/contract/tariffs';
import { paymentReference } from '@poklik/domain/bank/payment-reference';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, type Person, people, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { dialog, payer, visit } from './money.ts';

const words = TEXTS.en.transactions.bank;
const billing = TEXTS.en.invoices;

async function runJob(name: string): Promise<void> {
  const { dataDir } = stage();
  await queryDatabase(dataDir, `select graphile_worker.add_job('${name}')`);
  const listJobs = () => queryDatabase(dataDir, `select 1 from graphile_worker.jobs where task_identifier = '${name}'`);
  await expect.poll(async () => (await listJobs()).length, { timeout: 90_000 }).toBe(0);
}

/** A customer without a card, whose plan was paid from the balance and must be renewed. */
async function debtor(): Promise<Person> {
  const person = await payer();
  const operator = api(people().superAdmin.token);
  const { dataDir } = stage();
  const [row] = await queryDatabase(dataDir, 'select id::int, account_id::int as account from users where email = $1', [
    person.email,
  ]);
  const { id, account } = row as { id: number; account: number };
  await operator('POST', `/transactions/users/${id}/deposit`, { amount: '29.00', reason: 'for a test' });
  const { data } = (await api(person.token)('GET', '/tariffs')) as { data: Tariff[] };
  const starter = data.find(({ code }) => code === 'starter') as Tariff;
  await api(person.token)('POST', `/tariffs/${starter.id}/pay`, { method: 'balance' });
  await queryDatabase(
    dataDir,
    `update subscriptions set starts_at = starts_at - interval '32 days', ends_at = ends_at - interval '32 days' where account_id = $1`,
    [account],
  );
  await runJob('renew_subscriptions');
  return person;
}

async function importFile(page: Page, csv: string): Promise<void> {
  await page.getByRole('button', { name: words.import }).first().click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog(page).getByRole('status').last()).toContainText(words.total);
}

test('a renewal is paid by bank transfer, and money without a name is assigned by hand', async ({ page }) => {
  test.setTimeout(180_000);
  const operator = people().superAdmin;
  const settings = (await api(operator.token)('GET', '/settings')) as { data: { version: number } };
  await api(operator.token)('PUT', '/settings', {
    ...{ version: settings.data.version, password: operator.password },
    values: { bank_details: 'Test Bank\nIBAN EE382200221020145685' },
  });
  const person = await debtor();
  const invoices = (await api(person.token)('GET', '/invoices?status=open')) as { data: Invoice[] };
  const number = invoices.data[0]?.number ?? '';
  const reference = paymentReference(number) ?? '';

  await visit(page, person, '/en/profile?tab=billing');
  const transfer = page.getByRole('region', { name: billing.billing.bank_transfer });
  await expect(transfer).toContainText('EE382200221020145685');
  await expect(transfer.getByLabel(billing.billing.bank_reference)).toHaveValue(reference);
  await page.getByRole('button', { name: billing.billing.have_coupon }).click();
  await page.getByRole('textbox', { name: billing.billing.coupon }).fill('GUESSED');
  await page.keyboard.press('Enter');
  await expect(page.getByText(TEXTS.en.errors.coupon_refused)).toBeVisible();
  await expectAccessible(page);

  await visit(page, operator, '/en/transactions');
  await page.getByRole('link', { name: words.title }).click();
  await settled(page);
  const deposit = `deposit ${Date.now()}`;
  const csv = `Date;Amount;Payer;Purpose\n05.11.2026;29,00;Anna;${reference}\n05.11.2026;15,50;Carl;${deposit}\n06.11.2026;-3,00;Bank;fee\n`;
  await importFile(page, csv);
  await expect(dialog(page)).toContainText(`${words.verdict.outgoing}: 1`);
  await expectAccessible(page);
  await dialog(page).getByLabel(words.column_of.payer).selectOption('');
  await dialog(page).getByRole('button', { name: words.check, exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: filled(words.run_other, { count: 2 }) })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: filled(words.confirm_proposed_one, { count: 1 }) }).click();
  await expect(dialog(page)).toContainText(number);
  await dialog(page).getByRole('button', { name: words.confirm, exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toContainText(words.state.booked);
  const { data } = (await api(person.token)('GET', '/subscription')) as { data: { status: string } };
  expect(data.status).toBe('active');

  await page
    .getByRole('row', { name: new RegExp(deposit) })
    .getByRole('button', { name: words.assign })
    .click();
  await dialog(page).getByText(words.actions.balance, { exact: true }).click();
  await dialog(page).getByRole('button', { name: words.submit.balance }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText(words.choose_first);
  await dialog(page).getByLabel(words.customer).fill(person.email);
  await page.getByRole('option', { name: new RegExp(person.email.replaceAll('+', '\\+')) }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: words.submit.balance }).click();
  await expect(page.getByRole('row', { name: new RegExp(deposit) })).toContainText('$15.50');

  await importFile(page, csv);
  await expect(dialog(page)).toContainText(`${words.verdict.known}: 2`);
  await expect(dialog(page).getByRole('button', { name: filled(words.run_other, { count: 0 }) })).toBeDisabled();
});

test('events above the plan are sold, switched on with a cap, and off again from next month', async ({ page }) => {
  const operator = api(people().superAdmin.token);
  const { data } = (await operator('GET', '/tariffs')) as { data: Tariff[] };
  const free = data.find(({ code }) => code === 'free') as Tariff;
  await operator('PUT', `/tariffs/${free.id}`, { ...free, features: undefined, overage_price: '0.50' });
  const person = await payer();
  await visit(page, person, '/en/profile?tab=billing');
  const card = page.getByRole('region', { name: billing.overage.title });
  await expect(card).toContainText('$0.50');
  await card.getByRole('textbox', { name: billing.overage.cap }).fill('0,1');
  await page.keyboard.press('Enter');
  await expect(card).toContainText(TEXTS.en.errors.field.overage_cap_low);
  await card.getByRole('textbox', { name: billing.overage.cap }).fill('20');
  await page.keyboard.press('Enter');
  await expect(card).toContainText('up to $20.00 a month');
  await expectAccessible(page);
  await card.getByRole('button', { name: billing.overage.turn_off }).click();
  await dialog(page).getByRole('button', { name: billing.overage.turn_off }).click();
  await expect(card).toContainText('Off from');
  await operator('PUT', `/tariffs/${free.id}`, { ...free, features: undefined, overage_price: null });
});
