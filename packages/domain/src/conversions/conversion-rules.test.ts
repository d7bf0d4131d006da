import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOfConversion } from './conversion-cost.ts';
import {
  type ExistingConversion,
  evaluatePostback,
  evaluateRefund,
  type IncomingPostback,
  type PostbackEvaluation,
  refundedOf,
} from './evaluate-postback.ts';
import { parseAmount, parsePostback, parseType, postbackContent } from './postback-fields.ts';
import { isFresh, maskSecrets, splitSignature } from './secret-parameters.ts';
import { parseStatus } from './status-aliases.ts';
import { canTransition, needsReason } from './transitions.ts';

const read = (query: string) => {
  const pairs = query.split('&').map((pair) => pair.split('='));
  return parsePostback((wanted) => {
    const found = pairs.find(([name]) => name === wanted)?.[1];
    return found === undefined ? null : decodeURIComponent(found.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  });
};

describe('postback fields', () => {
  it.each([
    ['cid=a1', 'a1'],
    ['click_id=a1', 'a1'],
    ['clickid=a1', 'a1'],
    ['subid=A1', 'a1'],
    ['cid=&subid=a1', 'a1'],
    ['cid={click_id}&clickid=a1', 'a1'],
    ['cid=a1&cid=b2', 'a1'],
  ])('of %s give the click ID %s', (query, clickId) => {
    expect(read(query).clickId).toBe(clickId);
  });

  it.each([
    ['payout=12.5', '12.5'],
    ['revenue=12,5', '12.5'],
    ['amount=1 234.50', '1234.5'],
    ['sum=1,234.50', '1234.5'],
    ['payout=0012.000', '12'],
    ['payout=.5', undefined],
    ['payout=12.3456789', '12.345678'],
    ['payout=', null],
    ['payout={payout}', null],
    ['payout=%payout%', null],
    ['payout=free', undefined],
    ['payout=-3', '-3'],
    ['payout=-1 234,50', '-1234.5'],
    ['payout=-0', '0'],
    ['payout=--3', undefined],
    ['payout=1e3', undefined],
  ])('of %s give the amount %s', (query, payout) => {
    expect(read(query).payout).toBe(payout);
  });

  it('accept every transaction parameter name and five params, and drop control characters', () => {
    expect(read('tid=T%00%0A1').transactionId).toBe('T1');
    expect(read('transaction_id=x').transactionId).toBe('x');
    expect(read('param1=a&param5=e&param6=f').params).toEqual(['a', '', '', '', 'e']);
  });

  it.each([
    ['', '', 'lead'],
    ['Sale', '', 'sale'],
    ['custom', '', 'lead'],
    ['First Deposit!', '', 'first_deposit'],
    ['', 'rebill', 'rebill'],
    ['...', '', 'lead'],
  ])('with type %j and status %j are a %s', (type, status, expected) => {
    expect(parseType(type, status)).toBe(expected);
  });

  it('never exceed the maximum lengths', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (value, other) => {
        const sent = new Map(
          Object.entries({ cid: value, status: other, payout: value, txid: other, type: value, param1: other }),
        );
        const fields = parsePostback((name) => sent.get(name) ?? null);
        expect(fields.type).toMatch(/^[a-z0-9][a-z0-9_.-]{0,31}$/);
        expect(fields.transactionId.length).toBeLessThanOrEqual(128);
        expect(JSON.stringify(fields)).not.toMatch(/\\u00[01]/);
        if (typeof fields.payout === 'string') expect(fields.payout).toMatch(/^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/);
        expect(
          parseAmount(value) === undefined || parseAmount(value) === null || /^-?\d/.test(parseAmount(value) ?? ''),
        ).toBe(true);
      }),
    );
  });

  it('with equal content are the same postback', () => {
    expect(postbackContent(read('cid=a&status=Sale&payout=5.0&key=x'))).toBe(
      postbackContent(read('payout=5&status=sale&ts=9')),
    );
    expect(postbackContent(read('payout=5'))).not.toBe(postbackContent(read('payout=6')));
  });
});

describe('network statuses', () => {
  it.each([
    ['', 'approved'],
    ['Approved', 'approved'],
    ['1', 'approved'],
    ['0', 'pending'],
    ['2', 'pending'],
    ['3', 'pending'],
    ['5', 'pending'],
    ['lead', 'pending'],
    ['On Hold', 'pending'],
    ['declined', 'rejected'],
    ['trash', 'rejected'],
    ['Charge-back', 'chargeback'],
    ['refund', 'chargeback'],
    ['who knows', 'pending'],
  ])('%j means %s', (word, status) => {
    expect(parseStatus(word)).toBe(status);
  });
});

describe('status transitions', () => {
  it('move forward by postback, and back only by a user with a reason', () => {
    const statuses = ['pending', 'approved', 'rejected', 'chargeback'] as const;
    const forward = statuses.flatMap((from) =>
      statuses.filter((to) => canTransition(from, to)).map((to) => `${from} ${to}`),
    );
    expect(forward).toEqual(['pending approved', 'pending rejected', 'approved rejected', 'approved chargeback']);
    expect(needsReason('approved', 'pending')).toBe(true);
    expect(needsReason('pending', 'approved')).toBe(false);
    expect(needsReason('rejected', 'rejected')).toBe(false);
  });
});

describe('secrets', () => {
  it('are masked, and nothing else is', () => {
    expect(maskSecrets('cid=a&key=s3cret&payout=1&sig=ff&keyword=k')).toBe('cid=a&key=***&payout=1&sig=***&keyword=k');
    expect(maskSecrets('KEY=s3cret')).toBe('KEY=***');
  });

  const sig = 'a'.repeat(64);
  it.each([
    [`cid=a&ts=5&sig=${sig}`, { text: 'cid=a&ts=5', signature: sig, at: 5 }],
    [`cid=a&sig=${sig}`, null],
    [`cid=a&ts=5&sig=${sig}&payout=9`, null],
    [`cid=a&ts=5&ts=6&sig=${sig}`, null],
    [`cid=a&ts=5&sig=${sig}&sig=${sig}`, null],
    [`cid=a&ts=5&sig=${'a'.repeat(63)}`, null],
    ['cid=a&ts=5', null],
  ])('with the query %s are parsed', (query, signed) => {
    expect(splitSignature(query)).toEqual(signed);
  });

  it('are valid for five minutes in either direction', () => {
    const now = 1_000_000_000;
    expect([-301, -300, 0, 300, 301].map((seconds) => isFresh(now / 1000 + seconds, now))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('conversion cost', () => {
  it.each([
    ['cpa', '2.5', 'approved', 2_500_000n],
    ['cpa', '2.5', 'pending', 0n],
    ['revshare', '30', 'approved', 3_000_000n],
    ['revshare', '30', 'rejected', 0n],
    ['cpc', '2.5', 'approved', 0n],
  ] as const)('with %s %s for a conversion that is %s is %s micro units', (cost_model, cost_value, status, micro) => {
    expect(costOfConversion({ cost_model, cost_value }, { status, payoutMicro: 10_000_000n }).micro).toBe(micro);
  });
});

const report = (change: Partial<IncomingPostback> = {}): IncomingPostback => ({
  status: 'approved',
  payoutMicro: 10n,
  currency: 'USD',
  params: ['', '', '', '', ''],
  mark: 'm1',
  ...change,
});
const standing = (change: Partial<ExistingConversion> = {}): ExistingConversion => ({
  ...report({ status: 'pending' }),
  payoutMicro: 10n,
  refundedMicro: 0n,
  marks: ['m1'],
  ...change,
});

describe('postback', () => {
  it('for a new conversion is accepted', () => {
    expect(evaluatePostback([], report(), 'ignore')).toEqual({ verdict: 'accepted', turn: 0 });
  });

  it.each(['ignore', 'update', 'increment', 'create'] as const)('that is repeated has no effect in mode %s', (mode) => {
    expect(evaluatePostback([standing()], report({ mark: 'm1' }), mode)).toEqual({ verdict: 'duplicate', turn: 0 });
  });

  it.each([
    ['ignore', { payoutMicro: 7n, status: 'pending' }, 'duplicate', 10n],
    ['update', { payoutMicro: 7n, status: 'pending' }, 'updated', 7n],
    ['update', { payoutMicro: null, status: 'pending' }, 'duplicate', 10n],
    ['increment', { payoutMicro: 7n, status: 'pending' }, 'updated', 17n],
    ['increment', { payoutMicro: 7n, currency: 'EUR', status: 'pending' }, 'bad_currency', 10n],
    ['create', { payoutMicro: 7n, status: 'pending' }, 'accepted', 10n],
    ['ignore', { payoutMicro: 7n, status: 'approved' }, 'updated', 7n],
    ['increment', { payoutMicro: 7n, status: 'approved' }, 'updated', 7n],
    ['create', { payoutMicro: null, status: 'rejected' }, 'updated', 10n],
  ] as const)('in mode %s gives the expected result (case %#)', (mode, change, verdict, micro) => {
    const evaluation = evaluatePostback([standing()], report({ mark: 'm2', ...change }), mode);
    expect(evaluation.verdict).toBe(verdict);
    if (evaluation.verdict === 'updated') expect(evaluation.next.payoutMicro).toBe(micro);
    if (evaluation.verdict === 'accepted') expect(evaluation.turn).toBe(1);
  });

  it('repeated in any order has the same result as sent once', () => {
    const reports = fc.array(
      fc.record({
        status: fc.constantFrom('pending', 'approved', 'rejected', 'chargeback'),
        payoutMicro: fc.option(fc.bigInt(0n, 100n)),
        mark: fc.integer({ min: 0, max: 5 }).map(String),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(reports, fc.constantFrom('ignore', 'update', 'increment', 'create'), (list, mode) => {
        const once = list.filter(({ mark }, place) => list.findIndex((other) => other.mark === mark) === place);
        const first = new Map(once.map((one) => [one.mark, one]));
        const same = list.map(({ mark }) => first.get(mark) ?? list[0]).filter((one) => one !== undefined);
        expect(replay(same, mode)).toEqual(replay(once, mode));
      }),
    );
  });
});

describe('refund', () => {
  const refund = (amountMicro: bigint | null, change = {}) => ({ amountMicro, currency: 'USD', mark: 'r1', ...change });
  const paid = (change: Partial<ExistingConversion> = {}) =>
    standing({ status: 'approved', payoutMicro: 50n, ...change });

  it.each([
    ['a part', paid(), refund(20n), 30n, 20n],
    ['the rest', paid({ payoutMicro: 30n, refundedMicro: 20n }), refund(30n), 0n, 50n],
    ['everything without an amount', paid(), refund(null), 0n, 50n],
    ['a part of what is pending', paid({ status: 'pending' }), refund(20n), 30n, 20n],
  ])('takes %s', (_, before, asked, payoutMicro, refundedMicro) => {
    expect(evaluateRefund([before], asked)).toMatchObject({ verdict: 'updated', next: { payoutMicro, refundedMicro } });
  });

  it.each([
    ['more than is left', [paid()], refund(60n), 'bad_amount'],
    ['from nothing', [], refund(20n), 'bad_amount'],
    ['from a rejected conversion', [paid({ status: 'rejected' })], refund(20n), 'bad_amount'],
    ['from a chargeback', [paid({ status: 'chargeback' })], refund(20n), 'bad_amount'],
    ['zero', [paid()], refund(0n), 'bad_amount'],
    ['in another currency', [paid()], refund(20n, { currency: 'EUR' }), 'bad_currency'],
    ['again', [paid({ marks: ['r1'] })], refund(20n), 'duplicate'],
  ])('of %s changes nothing', (_, existing, asked, verdict) => {
    expect(evaluateRefund(existing, asked).verdict).toBe(verdict);
  });

  it.each([
    ['nothing', paid(), 0n],
    ['a part', paid({ payoutMicro: 30n, refundedMicro: 20n }), 20n],
    ['everything of a chargeback', paid({ status: 'chargeback' }), 50n],
    ['a part, and the rest by a chargeback', paid({ status: 'chargeback', payoutMicro: 30n, refundedMicro: 20n }), 50n],
  ])('has taken %s', (_, conversion, taken) => expect(refundedOf(conversion)).toBe(taken));

  it('stays refunded when the conversion is reported again', () => {
    const before = paid({ status: 'pending', payoutMicro: 30n, refundedMicro: 20n });
    const again = (payoutMicro: bigint) => evaluatePostback([before], report({ mark: 'm2', payoutMicro }), 'update');
    expect(again(60n)).toMatchObject({ next: { payoutMicro: 40n, refundedMicro: 20n } });
    expect(again(10n)).toMatchObject({ next: { payoutMicro: 0n, refundedMicro: 10n } });
  });
});

/** Applies postbacks one after another, as the server does. */
function replay(
  reports: readonly Partial<IncomingPostback>[],
  mode: Parameters<typeof evaluatePostback>[2],
): ExistingConversion[] {
  const standings: ExistingConversion[] = [];
  for (const change of reports) {
    const one = report(change);
    const evaluation: PostbackEvaluation = evaluatePostback(standings, one, mode);
    if ('next' in evaluation && evaluation.next) standings[evaluation.turn] = evaluation.next;
    if (evaluation.verdict === 'accepted')
      standings.push({ ...one, payoutMicro: one.payoutMicro ?? 0n, refundedMicro: 0n, marks: [one.mark] });
  }
  return standings.map(({ marks: _, ...rest }) => ({ ...rest, marks: [] }));
}
