import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../money/amount.ts';
import { commissionRestoration, commissionReversal, formatPercent } from './commission.ts';
import { canonicalMailbox, type PersonTraits, selfReferralReasons } from './self-referral.ts';

describe('commission', () => {
  it.each([
    [7_900n, 0n, 7_900n, 790n],
    [7_900n, 0n, 3_950n, 395n],
    [7_900n, 395n, 7_900n, 395n],
    [7_900n, 790n, 7_900n, 0n],
    [7_900n, 0n, 0n, 0n],
    [7_900n, 0n, 9_999n, 790n],
    [99n, 0n, 1n, 0n],
    [99n, 0n, 10n, 1n],
    // The operator reversed all of it, then the payment is refunded in part: nothing is returned.
    [7_900n, 790n, 3_950n, 0n],
  ])('on %s with %s already reversed and %s refunded reverses another %s', (base, reversed, refunded, due) => {
    expect(commissionReversal({ baseMinor: base, basisPoints: 1_000, reversedMinor: reversed }, refunded)).toBe(due);
  });

  it.each([
    ['a won dispute brings back what it took', 790n, 790n, 0n, 790n],
    ['but not what was refunded besides', 790n, 790n, 3_950n, 395n],
    ['nor what the staff reversed', 790n, 0n, 0n, 0n],
    ['nor more than the dispute took', 790n, 300n, 0n, 300n],
    ['one that goes on brings back nothing', 790n, 790n, 7_900n, 0n],
  ])('%s', (_, reversed, disputed, gone, due) => {
    const facts = { baseMinor: 7_900n, basisPoints: 1_000, reversedMinor: reversed, disputedMinor: disputed };
    expect(commissionRestoration(facts, gone)).toBe(due);
  });

  it('is never reversed by more than its amount, however the payment is refunded', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), fc.array(amount), (base, basisPoints, refunds) => {
        let [refunded, reversed] = [0n, 0n];
        for (const refund of refunds) {
          refunded += refund;
          reversed += commissionReversal({ baseMinor: base, basisPoints, reversedMinor: reversed }, refunded);
        }
        const whole = shareOf(base, basisPoints);
        const kept = refunded >= base ? 0n : base - refunded;
        expect(reversed).toBe(whole - shareOf(kept, basisPoints));
      }),
    );
  });

  it.each([
    [1_000, '10'],
    [1_250, '12.5'],
    [5, '0.05'],
    [0, '0'],
  ])('rate of %s basis points is formatted as %s', (basisPoints, text) => {
    expect(formatPercent(basisPoints)).toBe(text);
  });
});

describe('referrer and referral', () => {
  const person = (part: Partial<PersonTraits>): PersonTraits => ({
    email: 'a@example.com',
    ips: [],
    payouts: [],
    ...part,
  });
  const other = person({ email: 'b@example.com', ips: ['203.0.113.9'], payouts: ['q'] });

  it.each<[string, Partial<PersonTraits>, string[]]>([
    ['have nothing in common', { ips: ['203.0.113.8'], payouts: ['p'] }, []],
    ['share a mailbox', { email: 'B+shop@example.com' }, ['same_email']],
    ['share an address', { ips: ['198.51.100.1', '203.0.113.9'] }, ['same_ip']],
    ['share where their money goes', { payouts: ['p', 'q'] }, ['same_payout']],
    ['share everything', { ...other }, ['same_email', 'same_payout', 'same_ip']],
  ])('who %s', (_, traits, reasons) => {
    expect(selfReferralReasons(person(traits), other)).toEqual(reasons);
  });

  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.7', '172.20.1.1', '100.64.0.1', 'fd00::1', '::ffff:127.0.0.1'])(
    'with the private address %s are not flagged',
    (ip) => {
      expect(selfReferralReasons(person({ ips: [ip] }), person({ email: 'b@example.com', ips: [ip] }))).toEqual([]);
    },
  );

  it.each([
    ['Anna.K+news@Gmail.com', 'annak@gmail.com'],
    ['anna.k@googlemail.com', 'annak@gmail.com'],
    ['anna.k+1@example.com', 'anna.k@example.com'],
  ])('email %s belongs to the mailbox %s', (email, mailbox) => {
    expect(canonicalMailbox(email)).toBe(mailbox);
  });
});
