import { ROLES } from '@poklik/contract/roles';
import type { WithdrawalStatus } from '@poklik/contract/withdrawals';
import fc from 'fast-check';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import {
  accrueCommission,
  releaseDueCommissions,
  reverseCommission,
} from '../../features/billing/referrals/commissions.service.ts';
import { PASSWORD, type Person, type TestApp } from '../test-app.ts';

/** A money action; the numbers select users and amounts. */
type Act =
  | { do: 'deposit' | 'deduct' | 'withdraw'; who: number; amount: number }
  | { do: 'pay' | 'top_up'; who: number; amount: number }
  | { do: 'buy' | 'purchase'; who: number; which: number }
  | { do: 'void'; which: number }
  | { do: 'refund'; which: number; amount: number }
  | { do: 'release' }
  | { do: 'decide'; which: number; status: WithdrawalStatus; by: number };

const PEOPLE = 3;
const who = fc.nat(PEOPLE - 1);
const which = fc.nat(30);
const amount = fc.integer({ min: 1, max: 400 });
const STATUSES = ['approved', 'processing', 'paid', 'rejected', 'failed', 'cancelled'] as const;

export const moneyActions: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('deposit' as const, 'deduct' as const), who, amount }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const), who, amount }) },
    fc.record({ do: fc.constant('top_up' as const), who, amount }),
    fc.record({ do: fc.constantFrom('buy' as const, 'purchase' as const), who, which }),
    fc.record({ do: fc.constant('void' as const), which }),
    fc.record({ do: fc.constant('refund' as const), which, amount }),
    fc.record({ do: fc.constant('release' as const) }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, amount }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        which,
        status: fc.constantFrom(...STATUSES),
        by: fc.nat(2),
      }),
    },
  ),
  { minLength: 8, maxLength: 40 },
);

const CLIENTS = 8;

export interface MoneyFixture {
  product: TestApp;
  owners: Person[];
  payers: Person[];
  staff: Person[];
  tariffs: number[];
}

/** Referrers with payout details, a referred user for each, and staff. */
export async function createMoneyFixture(product: TestApp): Promise<MoneyFixture> {
  const { pool } = product.services;
  const staff = [await product.person({ role: ROLES.ADMIN }), await product.person({ role: ROLES.SUPER_ADMIN })];
  const owners: Person[] = [];
  const payers: Person[] = [];
  for (let place = 0; place < PEOPLE; place += 1) {
    const owner = await product.person();
    await pool.query('update users set email_verified_at = now() where id = $1', [owner.id]);
    const body = { method: 'other', holder: '', account: `place ${place}`, password: PASSWORD };
    await product.call('PUT', '/payout_details', { token: owner.token, body });
    const payer = await product.person();
    await pool.query('update users set email_verified_at = now() where id = $1', [payer.id]);
    await pool.query('update users set referred_by_id = $2 where id = $1', [payer.id, owner.id]);
    owners.push(owner);
    payers.push(payer);
  }
  const offered = await product.call('GET', '/tariffs', { token: owners[0]?.token });
  const tariffs = offered.json().data.map(({ id }: { id: number }) => id);
  return { product, owners, payers, staff, tariffs };
}

let payments = 0;

/** Runs the actions, eight at a time, and reconciles the ledger after each group. */
export async function runMoneyScenario(world: MoneyFixture, life: readonly Act[]): Promise<string[]> {
  const { db } = world.product.services;
  const paid: { reference: string; net: bigint }[] = [];
  for (let start = 0; start < life.length; start += CLIENTS) {
    await Promise.all(life.slice(start, start + CLIENTS).map((act) => perform(world, paid, act)));
    const findings = await reconcile(db);
    if (findings.length > 0) return findings.map(({ rule, what }) => `${rule}: ${what}`);
  }
  return [];
}

async function perform(world: MoneyFixture, paid: { reference: string; net: bigint }[], act: Act): Promise<void> {
  const { product, owners, payers, staff, tariffs } = world;
  const { db, pool, config } = product.services;
  const ask = async (method: 'POST' | 'PUT', path: string, token: string | undefined, body: object) => {
    const answer = await product.call(method, path, { token, body });
    if (answer.statusCode >= 500 && answer.statusCode !== 503) throw new Error(`${path}: ${answer.body}`);
    return answer;
  };
  switch (act.do) {
    case 'deposit':
    case 'deduct': {
      const body = { amount: String(act.amount), reason: 'a life of money' };
      await ask('POST', `/transactions/users/${owners[act.who]?.id}/${act.do}`, staff[1]?.token, body);
      return;
    }
    case 'top_up': {
      const opened = await ask('POST', '/transactions/deposit', owners[act.who]?.token, { amount: String(act.amount) });
      return checkOut(product, opened.json().data?.payment_url);
    }
    case 'buy':
    case 'purchase': {
      const method = act.do === 'buy' ? 'balance' : 'provider';
      const buyer = act.do === 'buy' ? owners[act.who] : payers[act.who];
      const ordered = await ask('POST', `/tariffs/${tariffs[act.which % tariffs.length]}/pay`, buyer?.token, {
        method,
      });
      return checkOut(product, ordered.json().data?.payment_url);
    }
    case 'void': {
      const { rows } = await pool.query('select id from invoices order by id desc limit 6');
      const id = rows[act.which % Math.max(rows.length, 1)]?.id;
      if (id) await ask('POST', `/invoices/${id}/void`, staff[1]?.token, { reason: 'a life of money' });
      return;
    }
    case 'withdraw':
      await ask('POST', '/withdrawals', owners[act.who]?.token, { amount: String(act.amount) });
      return;
    case 'pay': {
      payments += 1;
      const payment = { reference: `payment:${process.pid}-${payments}`, net: BigInt(act.amount) * 1_000n };
      const accountId = payers[act.who]?.accountId ?? 0;
      await db.transaction((tx) =>
        accrueCommission(tx, { accountId, reference: payment.reference, netMinor: payment.net }, config.referrals),
      );
      paid.push(payment);
      return;
    }
    case 'refund': {
      const payment = paid[act.which % Math.max(paid.length, 1)];
      if (!payment) return;
      const refundedMinor = (payment.net * BigInt(act.amount)) / 400n;
      return db.transaction((tx) => reverseCommission(tx, { reference: payment.reference, refundedMinor }));
    }
    case 'release':
      await pool.query("update commissions set release_at = created_at where status = 'pending'");
      await releaseDueCommissions(product.services);
      return;
    case 'decide': {
      const { rows } = await pool.query('select id from withdrawals order by id desc limit 6');
      const id = rows[act.which % Math.max(rows.length, 1)]?.id;
      const by = act.by < 2 ? staff[act.by] : owners[act.which % PEOPLE];
      if (id)
        await ask('PUT', `/withdrawals/${id}/change-status`, by?.token, { status: act.status, reason: 'decided so' });
    }
  }
}

/** Completes a checkout successfully; free orders have no checkout. */
async function checkOut({ app }: TestApp, page: string | null | undefined): Promise<void> {
  if (!page) return;
  const answer = await app.inject({
    method: 'POST',
    url: new URL(page).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'outcome=paid',
  });
  if (answer.statusCode !== 303) throw new Error(`a checkout answered ${answer.statusCode}: ${answer.body}`);
}
