import { INVOICE_STATUSES } from '@poklik/contract/invoices';
import { describe, expect, it } from 'vitest';
import { invoiceNumber, invoiceSeries } from './invoice-number.ts';
import { canTransition } from './invoice-status.ts';
import { findUnprintable } from './printable-characters.ts';

describe('invoice', () => {
  it('is numbered by month, in UTC, with at least four digits', () => {
    const series = invoiceSeries('INV', new Date('2026-11-30T23:59:59Z'));
    expect(invoiceNumber(series, 1)).toBe('INV-202611-0001');
    expect(invoiceNumber(series, 10_000)).toBe('INV-202611-10000');
  });

  const ALLOWED = ['draft open', 'draft paid', 'open paid', 'open void', 'open uncollectible', 'uncollectible paid'];
  ALLOWED.push('uncollectible void', 'paid void', 'paid disputed', 'disputed paid');
  const pairs = INVOICE_STATUSES.flatMap((from) => INVOICE_STATUSES.map((to) => [from, to] as const));
  it.each(pairs)('that is %s becomes %s only by an allowed transition', (from, to) => {
    expect(canTransition(from, to)).toBe(ALLOWED.includes(`${from} ${to}`));
  });
});

it.each([
  ['Acme Ltd, Łódź — № 5 “Größe” €', null],
  ['ТОВ «Їжак», Ґ', null],
  ['Ελλάδα\nline two', null],
  ['Cafe\u0301', null],
  ['شركة', { character: 'ش', script: 'Arab' }],
  ['Acme חברה', { character: 'ח', script: 'Hebr' }],
  ['株式会社', { character: '株', script: 'Hani' }],
  ['さくら', { character: 'さ', script: 'Hira' }],
  ['주식회사', { character: '주', script: 'Hang' }],
  ['बैंक', { character: 'ब', script: 'Deva' }],
  ['Acme \u{1F600}', { character: '\u{1F600}', script: null }],
  ['a\tb', { character: '\t', script: null }],
])('documents print %j or refuse it by name', (text, found) => expect(findUnprintable(text)).toEqual(found));
