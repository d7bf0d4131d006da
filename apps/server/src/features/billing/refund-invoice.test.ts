import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueManyDocuments } from '../../testing/money/document-load.ts';
import type { FakeStripe } from '../../testing/money/fake-stripe.ts';
import { SEED } from '../../testing/seed.ts';
import type { Person } from '../../testing/test-app.ts';
import type { BillingFixture } from './billing.fixture.ts';
import { reconcile } from './ledger/reconcile.service.ts';
import { createStripeFixture, paidSession, refundedCharge, type StripeFixture } from './payments/stripe.fixture.ts';
import { resendRefunds } from './refund-invoice.service.ts';

const TAX = { prefix: 'INV', seller: { name: 'Seller', details: '' }, taxBasisPoints: 2_000 };

let fixture: StripeFixture;
let billing: BillingFixture;
let stripe: FakeStripe;
beforeAll(async () => {
  fixture = await createStripeFixture({ invoices: TAX });
  ({ billing, stripe } = fixture);
});
afterAll(() => fixture.close());

/** 29.00 and 20% tax. */
const TOTAL = 3480;

async function buy(): Promise<{ person: Person; invoice: { id: number; number: string }; reference: string }> {
  const person = await billing.createCustomer();
  await billing.pay(person, 'starter');
  const reference = stripe.sessions.at(-1)?.reference ?? '';
  await fixture.deliver(stripe.event('checkout.session.completed', paidSession(reference, TOTAL)));
  const [invoice] = (await billing.get(person, '/invoices')) as { id: number; number: string }[];
  if (!invoice) throw new Error('no invoice');
  return { person, invoice, reference };
}

const refund = (id: number, amount: string, to: 'balance' | 'provider' = 'balance', key?: string) =>
  billing.app.call('POST', `/invoices/${id}/refund`, {
    token: billing.operator.token,
    body: { amount, to, reason: 'a mistake' },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

const listNotes = (person: Person) =>
  billing.get(person, '/credit_notes') as Promise<{ id: number; number: string; amount: string; tax: string }[]>;

describe('a refund', () => {
  it('to the balance is booked at once, with a credit note', async () => {
    const { person, invoice } = await buy();
    const answer = await refund(invoice.id, '10', 'balance', 'refund-1');
    expect(answer.json().data).toMatchObject({ status: 'paid', refunded: '10.00' });
    expect((await refund(invoice.id, '10', 'balance', 'refund-1')).body).toBe(answer.body);
    expect(await billing.getBalance(person)).toBe('10.00');
    expect(await listNotes(person)).toMatchObject([
      {
        number: expect.stringMatching(/^CN-\d{6}-\d{4}$/),
        amount: '10.00',
        tax: '1.66',
        invoice_number: invoice.number,
      },
    ]);
  });

  it('to the card is booked when the provider confirms it', async () => {
    const { person, invoice, reference } = await buy();
    const answer = await refund(invoice.id, '5', 'provider');
    expect(answer.json().data).toMatchObject({ refunded: '5.00' });
    expect(stripe.refunds.at(-1)).toMatchObject({ paymentId: `pi_${reference}`, amount: 500 });
    // The event that follows changes nothing.
    await fixture.deliver(stripe.event('charge.refunded', refundedCharge(reference, 500)));
    expect(await listNotes(person)).toMatchObject([{ amount: '5.00', reason: 'a mistake' }]);
    expect(await billing.getBalance(person)).toBe('0.00');
  });

  it('that the provider did not answer is sent again, once', async () => {
    const { person, invoice } = await buy();
    stripe.isDown = true;
    expect((await refund(invoice.id, '5', 'provider')).json().code).toBe('provider_unavailable');
    // The money on its way can't be refunded twice.
    expect((await refund(invoice.id, '34.80')).json().code).toBe('refund_too_large');
    stripe.isDown = false;
    await billing.query("update refund_requests set created_at = now() - interval '1 hour' where status = 'sent'");
    const sent = stripe.refunds.length;
    for (let run = 0; run < 2; run += 1) await resendRefunds(billing.app.services, fixture.providers);
    expect(stripe.refunds).toHaveLength(sent + 1);
    expect(await listNotes(person)).toMatchObject([{ amount: '5.00' }]);
  });

  it.each([
    ['more than the invoice', '34.81', 'balance', 'refund_too_large'],
    ['nothing', '0', 'balance', 'invalid_request'],
    ['half a cent', '1.005', 'balance', 'invalid_request'],
  ] as const)('of %s is refused', async (_, amount, to, code) => {
    const { invoice } = await buy();
    expect((await refund(invoice.id, amount, to)).json().code).toBe(code);
  });

  it('to a card is refused if the balance paid', async () => {
    const person = await billing.createCustomer();
    const topUp = { token: billing.operator.token, body: { amount: '100', reason: 'a gift' } };
    await billing.app.call('POST', `/transactions/users/${person.id}/deposit`, topUp);
    await billing.pay(person, 'starter', { method: 'balance' });
    const [invoice] = (await billing.get(person, '/invoices')) as { id: number }[];
    expect((await refund(invoice?.id ?? 0, '5', 'provider')).json().code).toBe('refund_not_possible');
  });

  it('of the rest voids the invoice and ends the plan', async () => {
    const { person, invoice } = await buy();
    await refund(invoice.id, '4.80');
    expect((await refund(invoice.id, '30')).json().data).toMatchObject({ status: 'void', refunded: '34.80' });
    expect(await billing.get(person, '/subscription')).toMatchObject({ tariff_id: billing.tariffId('free') });
    const notes = await listNotes(person);
    expect(notes.map(({ amount }) => amount)).toEqual(['30.00', '4.80']);
    expect((await refund(invoice.id, '1')).json().code).toBe('invoice_not_open');
  });

  it('in random parts adds up: tax, commission and credit notes', async () => {
    for (const parts of fc.sample(fc.array(fc.integer({ min: 1, max: TOTAL }), { maxLength: 8 }), {
      seed: SEED,
      numRuns: 6,
    })) {
      const referrer = await billing.createCustomer();
      const { person, invoice } = await buy();
      await billing.query('update users set referred_by_id = $2 where id = $1', [person.id, referrer.id]);
      let left = TOTAL;
      for (const part of [...parts, TOTAL]) {
        const cents = Math.min(part, left);
        if (cents === 0) break;
        const answer = await refund(invoice.id, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
        expect(answer.statusCode, `seed ${SEED}: ${answer.body}`).toBe(200);
        left -= cents;
      }
      const sum = (values: string[]) => values.reduce((total, value) => total + Math.round(Number(value) * 100), 0);
      const notes = await listNotes(person);
      expect(sum(notes.map(({ amount }) => amount)), `seed ${SEED}`).toBe(TOTAL);
      expect(sum(notes.map(({ tax }) => tax)), `seed ${SEED}`).toBe(580);
    }
    expect(await reconcile(billing.app.services.db)).toEqual([]);
  });
});

describe('a credit note', () => {
  it('is issued for a voided invoice that was never paid', async () => {
    const { person } = await buy();
    await billing.shiftSubscriptionBack(person, 32);
    await fixture.renew(person);
    const open = (await billing.get(person, '/billing')) as { open_invoice: { id: number } };
    await billing.app.call('POST', `/invoices/${open.open_invoice.id}/void`, {
      token: billing.operator.token,
      body: { reason: 'not wanted' },
    });
    expect(await listNotes(person)).toMatchObject([{ amount: '34.80', tax: '5.80', reason: 'not wanted' }]);
  });

  it('is a PDF in three languages', async () => {
    const { person, invoice } = await buy();
    await refund(invoice.id, '10');
    const [note] = await listNotes(person);
    for (const lang of ['ua', 'ru', 'en']) {
      const answer = await billing.app.call('GET', `/credit_notes/${note?.id}/pdf?lang=${lang}`, {
        token: person.token,
      });
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('never changes and stays', async () => {
    const { invoice } = await buy();
    await refund(invoice.id, '1');
    const where = `where invoice_id = ${invoice.id}`;
    await expect(billing.query(`update credit_notes set amount_minor = 1 ${where}`)).rejects.toThrow();
    await expect(billing.query(`delete from credit_notes ${where}`)).rejects.toThrow();
  });

  it('of another account is not found', async () => {
    const { person, invoice } = await buy();
    await refund(invoice.id, '1');
    const [note] = await listNotes(person);
    const other = await billing.createCustomer();
    expect((await billing.app.call('GET', `/credit_notes/${note?.id}/pdf`, { token: other.token })).statusCode).toBe(
      404,
    );
  });
});

describe('many documents at once', () => {
  it('have no gaps in their numbers, also with rollbacks', { timeout: 120_000 }, () =>
    issueManyDocuments(billing, { writers: 8, documents: 60 }),
  );
});
