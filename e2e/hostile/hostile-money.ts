import { expect } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, PASSWORD, tokenOf } from '../people.ts';
import { FORMULAS, PDF_ACTION, packed, packedAt } from './script-payloads.ts';

const SOON = { timeout: 60_000 };

type Call = ReturnType<typeof api>;

/** Seller details printed on invoices. */
export const SELLER = { SELLER_NAME: packedAt(100, 0) + PDF_ACTION, SELLER_DETAILS: packed(500).join('\\n') };

export const billTo = (place: number) => ({
  name: packedAt(128, place),
  address: packedAt(300, place),
  country: packedAt(60, place),
  tax_id: packedAt(40, place),
});

export const register = (url: string, form: { email: string; name: string; invite_token?: string; ref?: string }) =>
  api(undefined, url)('POST', '/register', {
    ...form,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
  });

/** Referred customers made of payloads; each pays once to earn the owner a commission, and one stays on hold. */
export async function customersPay(
  url: string,
  dataDir: string,
  asOperator: Call,
  ref: string,
  prove: () => Promise<unknown>,
) {
  const [owner] = await queryDatabase(dataDir, "select id from users where email = 'owner@example.test'");
  await asOperator('PUT', `/referrals/users/${owner?.id}/rate`, { percent: '99' });
  const [starter] = await queryDatabase(dataDir, "select id from tariffs where code = 'starter'");
  let customer = { id: 0, call: asOperator };
  for (const [place, name] of packed(100).entries()) {
    const email = `owner+${place}@example.test`;
    await register(url, { email, name, ref });
    await prove();
    const call = api(await tokenOf(email, PASSWORD, url), url);
    const { id } = (await call('PUT', '/profile', {
      company: packedAt(128, place),
      messenger: packedAt(64, place),
    })) as {
      id: number;
    };
    await call('PUT', '/billing/details', billTo(place));
    await asOperator('POST', `/transactions/users/${id}/deposit`, { amount: '50', reason: packedAt(500, place) });
    await call('POST', `/tariffs/${starter?.id}/pay`, { method: 'balance' });
    customer = { id, call };
  }
  const held = (await asOperator('GET', '/referrals/held?per_page=100')) as { data: { id: number }[] };
  for (const [place, { id: commission }] of held.data.slice(1).entries()) {
    const review = { decision: 'release', reason: packedAt(500, place) };
    await asOperator('PUT', `/referrals/commissions/${commission}/review`, review);
  }
  return { customerId: customer.id, checkout: await deposits(customer.call) };
}

/** Adds invoices until short fields have held every payload and formula; returns the URL of an unpaid checkout. */
async function deposits(call: Call): Promise<string> {
  const open = async () => {
    const { data } = (await call('POST', '/transactions/deposit', { amount: '1' })) as {
      data: { payment_url: string };
    };
    return data.payment_url;
  };
  const rest = packed(60).slice(packed(100).length);
  const bills = [
    ...rest.map((_text, at) => billTo(packed(100).length + at)),
    ...[...FORMULAS, PDF_ACTION].map((text) => ({
      name: text,
      address: text,
      country: text,
      tax_id: text.slice(0, 40),
    })),
  ];
  for (const bill of bills) {
    await call('PUT', '/billing/details', bill);
    const paid = new URLSearchParams({ outcome: 'paid' });
    await fetch(await open(), { method: 'POST', body: paid, redirect: 'manual' });
  }
  return open();
}

/** Creates withdrawals with every payload, pays or fails all but the last, and returns their bank exports. */
export async function withdraw(dataDir: string, asOwner: Call, asOperator: Call): Promise<string[]> {
  await queryDatabase(dataDir, 'update commissions set release_at = now()');
  await queryDatabase(dataDir, "select graphile_worker.add_job('release_commissions')");
  const terms = async () => (await asOwner('GET', '/withdrawals/terms')) as { data: { withdrawable: string } };
  await expect.poll(async () => Number((await terms()).data.withdrawable), SOON).toBeGreaterThan(200);
  const payTo = async (holder: string, account: string) => {
    await asOwner('PUT', '/payout_details', { method: 'other', holder, account, password: PASSWORD });
    // New payout details have a waiting period before the first withdrawal.
    await queryDatabase(dataDir, "update payout_details set created_at = now() - interval '30 days'");
  };
  const accounts = [...packed(200), ...FORMULAS];
  const files: string[] = [];
  for (const place of packed(100).keys()) {
    await payTo(packedAt(100, place), accounts[place % accounts.length] ?? '');
    const { data } = (await asOwner('POST', '/withdrawals', { amount: '20' })) as { data: { id: number } };
    const become = (change: object) => asOperator('PUT', `/withdrawals/${data.id}/change-status`, change);
    await become({ status: 'approved' });
    const file = (await asOperator('GET', '/withdrawals/export')) as { data: { text: string } };
    files.push(file.data.text);
    await become({ status: 'processing' });
    // Every second withdrawal fails, which returns its amount for the next one.
    if (place % 2 === 0) await become({ status: 'failed', reason: packedAt(500, place / 2) });
    else await become({ status: 'paid', external_id: packedAt(100, place) });
  }
  await payTo(packedAt(100, 0), packedAt(200, 0));
  await asOwner('POST', '/withdrawals', { amount: '20' });
  return files;
}
