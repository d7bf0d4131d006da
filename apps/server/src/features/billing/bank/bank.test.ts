import type { BankLine, BankReport } from '@poklik/contract/bank';
import type { Invoice } from '@poklik/contract/invoices';
import { paymentReference } from '@poklik/domain/bank/payment-reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../http/caller.ts';
import type { Person } from '../../../testing/test-app.ts';
import { type BillingFixture, createBillingFixture } from '../billing.fixture.ts';
import { billingJobs } from '../billing.jobs.ts';
import { reconcile } from '../ledger/reconcile.service.ts';
import { importStatement } from './import-statement.service.ts';

let billing: BillingFixture;
beforeAll(async () => {
  billing = await createBillingFixture();
});
afterAll(async () => {
  expect(await reconcile(billing.app.services.db)).toEqual([]);
  await billing.app.close();
});

const HEAD = 'Date,Amount,Currency,Payer,Purpose';
const upload = async (csv: string, options: object = {}): Promise<BankReport> => {
  const { token } = billing.operator;
  const response = await billing.app.call('POST', '/bank_statements', { token, body: { csv, ...options } });
  expect(response.statusCode).toBe(200);
  return response.json().data;
};
const listLines = async (search: string): Promise<BankLine[]> =>
  billing.get(billing.operator, `/bank_statements/lines?per_page=100&search=${encodeURIComponent(search)}`);
const lineOf = async (search: string): Promise<BankLine> => {
  const [line, ...others] = await listLines(search);
  expect(others).toEqual([]);
  return line as BankLine;
};
const confirm = async (...lines: object[]): Promise<string[]> => {
  const { token } = billing.operator;
  const response = await billing.app.call('POST', '/bank_statements/confirm', { token, body: { lines } });
  expect(response.statusCode).toBe(200);
  return response.json().data.map(({ result }: { result: string }) => result);
};
/** A customer whose renewal is unpaid. */
const debtor = async (): Promise<{ person: Person; invoice: Invoice }> => {
  const person = await billing.createCustomer();
  await billing.topUp(person, '29.00');
  await billing.pay(person, 'starter', { method: 'balance' });
  await billing.shiftSubscriptionBack(person, 31);
  await billingJobs(billing.app.services).renew_subscriptions?.({});
  const [invoice] = ((await billing.get(person, '/invoices?status=open')) as Invoice[]).toReversed();
  return { person, invoice: invoice as Invoice };
};
const statusOf = async ({ id }: Invoice): Promise<string> => {
  const [row] = await billing.query('select status from invoices where id = $1', [id]);
  return (row as unknown as { status: string }).status;
};

describe('the file of a bank', () => {
  it('is rehearsed, imported and known again; the mapping is kept for the next one', async () => {
    const csv = `${HEAD}\n2026-11-05,10.00,USD,Anna,first A1\n2026-11-05,10.00,USD,Anna,first A1\n2026-11-06,-5,USD,Shop,out\n2026-11-06,7.00,EUR,Bert,euro\nTotal,1,USD,,\n`;
    const rehearsed = await upload(csv, { dry_run: true });
    expect(rehearsed).toMatchObject({
      mapping: {
        date: 'Date',
        amount: 'Amount',
        payer: 'Payer',
        purpose: 'Purpose',
        day_format: 'ymd',
        decimal: 'point',
      },
      result: { rows: 5, counts: { ok: 2, outgoing: 1, other_currency: 1, bad_date: 1 }, total: '20.00', proposed: 0 },
      statement_id: null,
    });
    expect(rehearsed.result?.problems).toEqual([{ line: 6, verdict: 'bad_date', text: 'Total,1,USD,,' }]);
    expect(await listLines('first A1')).toEqual([]);
    const mapping = { ...rehearsed.mapping, payer: null };
    expect(await upload(csv, { mapping, file_name: 'november.csv' })).toMatchObject({ result: { counts: { ok: 2 } } });
    expect(await listLines('first A1')).toHaveLength(2);
    // Another mapping of the same file finds the same lines.
    expect(await upload(csv, { mapping: rehearsed.mapping })).toMatchObject({ result: { counts: { known: 2 } } });
    expect(await listLines('first A1')).toHaveLength(2);
    expect((await upload(csv, { dry_run: true })).mapping).toEqual(rehearsed.mapping);
  });

  it('is known by the ID of the bank, even if the rest is written otherwise', async () => {
    const mapping = { ...{ date: 'D', amount: 'A', purpose: 'P', bank_id: 'I' }, day_format: 'ymd', decimal: 'point' };
    await upload('D,A,P,I\n2026-11-05,10.00,by id,T-1\n', { mapping });
    const again = await upload('I,D,A,P\nT-1,2026-11-05,10,by id again\nT-1,2026-11-06,10,by id later\n', { mapping });
    expect(again.result?.counts).toEqual({ known: 1, ok: 1 });
    expect((await listLines('by id')).map(({ purpose }) => purpose)).toEqual(['by id later', 'by id']);
  });

  it.each([
    ['no table', { csv: 'hello' }, 'csv'],
    [
      'a column that is not there',
      { csv: `${HEAD}\n`, mapping: { date: 'x', amount: 'y', purpose: 'z', day_format: 'ymd', decimal: 'point' } },
      'mapping',
    ],
    ['columns that nobody can guess', { csv: 'a,b,c\n1,2,3\n' }, 'mapping'],
  ])('with %s is refused at its field', async (_, body, field) => {
    const response = await billing.app.call('POST', '/bank_statements', { token: billing.operator.token, body });
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]]);
  });
});

describe('received money', () => {
  it('pays the invoice that it names, once, however often it is imported and confirmed', async () => {
    const { config } = billing.app.services;
    config.vat = { ...config.vat, bankDetails: 'Test Bank\nEE382200221020145685' };
    const { person, invoice } = await debtor();
    const reference = paymentReference(invoice.number);
    const { open_invoice: shown } = (await billing.get(person, '/billing')) as { open_invoice: object };
    expect(shown).toMatchObject({ bank_transfer: { details: 'Test Bank\nEE382200221020145685', reference } });
    const pdf = await billing.app.call('GET', `/invoices/${invoice.id}/pdf`, { token: person.token });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    const csv = `${HEAD}\n2026-11-07,29.00,USD,Somebody,"${reference}"\n`;
    expect((await upload(csv, { dry_run: true })).result?.proposed).toBe(1);
    const { id: userId, accountId } = billing.operator;
    const file = { csv, file_name: 'twice.csv', mapping: null, dry_run: false };
    await Promise.all(
      [1, 2, 3].map(() => importStatement(billing.app.services.db, { userId, accountId, ip: '' } as Caller, file)),
    );
    const line = await lineOf(reference ?? '');
    expect(line).toMatchObject({
      state: 'waiting',
      match: 'proposed',
      candidates: [{ id: invoice.id, amount: '29.00' }],
    });
    const tasks = (await billing.get(billing.operator, '/overview/tasks')) as {
      tasks: { task: string; count: number }[];
    };
    expect(tasks.tasks.find(({ task }) => task === 'bank_lines')?.count).toBeGreaterThan(0);
    const decision = { line_id: line.id, action: 'invoice', invoice_id: invoice.id };
    const results = await Promise.all(Array.from({ length: 8 }, () => confirm(decision)));
    expect(results.flat().toSorted()).toEqual([...Array.from({ length: 7 }, () => 'decided'), 'done']);
    expect(await lineOf(reference ?? '')).toMatchObject({
      state: 'booked',
      to_balance: '0.00',
      invoice: { id: invoice.id },
    });
    expect([await statusOf(invoice), await billing.getBalance(person)]).toEqual(['paid', '0.00']);
    expect((await billing.get(person, '/subscription')) as object).toMatchObject({ status: 'active' });
    await upload(csv);
    expect((await lineOf(reference ?? '')).state).toBe('booked');
  });

  it.each([
    ['more than the invoice', ['40.00'], 'paid', '11.00'],
    ['less than the invoice', ['20.00'], 'open', '20.00'],
    ['two parts', ['20.00', '10.00'], 'paid', '1.00'],
    ['the invoice twice', ['29.00', '29.00'], 'paid', '29.00'],
  ])('of %s leaves the rest on the balance', async (_, amounts, status, balance) => {
    const { person, invoice } = await debtor();
    const rows = amounts.map((amount, at) => `2026-11-08,${amount},USD,Payer,${invoice.number} part ${at}`);
    await upload(`${HEAD}\n${rows.join('\n')}\n`);
    const lines = (await listLines(invoice.number)).toSorted((one, other) => one.id - other.id);
    expect(lines).toHaveLength(amounts.length);
    for (const { id } of lines)
      expect(await confirm({ line_id: id, action: 'invoice', invoice_id: invoice.id })).toEqual(['done']);
    expect([await statusOf(invoice), await billing.getBalance(person)]).toEqual([status, balance]);
  });

  it('is a deposit of a customer, or set aside; what does not exist is not found', async () => {
    const person = await billing.createCustomer();
    await upload(`${HEAD}\n2026-11-09,15.50,USD,Carl,C1 deposit\n2026-11-09,3.00,USD,Tax office,C2 aside\n`);
    const [deposit, aside] = [await lineOf('C1 deposit'), await lineOf('C2 aside')];
    expect(
      await confirm(
        { line_id: deposit.id, action: 'balance', user_id: 999999999 },
        { line_id: deposit.id, action: 'balance', user_id: person.id },
        { line_id: aside.id, action: 'set_aside', note: 'a refund of tax' },
        { line_id: 999999999, action: 'set_aside' },
        { line_id: aside.id, action: 'invoice' },
      ),
    ).toEqual(['not_found', 'done', 'done', 'not_found', 'not_found']);
    expect(await lineOf('C1 deposit')).toMatchObject({
      state: 'booked',
      to_balance: '15.50',
      customer: { user_id: person.id },
    });
    expect(await lineOf('C2 aside')).toMatchObject({ state: 'set_aside', note: 'a refund of tax', customer: null });
    expect(await billing.getBalance(person)).toBe('15.50');
    const history = await billing.get(person, '/transactions');
    expect(history).toMatchObject([{ kind: 'deposit', reference: `bank_line:${deposit.id}`, available: '15.50' }]);
  });
});
