import type { BankMapping } from '@poklik/contract/bank';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLine, type OwedInvoice, splitPayment } from './match-line.ts';
import { namesInvoice, paymentReference } from './payment-reference.ts';
import { fitsColumns, guessMapping, readDay, readLine, readMinor, readStatement } from './statement-file.ts';

describe('the reference of an invoice', () => {
  it.each([
    ['INV-202611-0042', 'RF97INV2026110042'],
    // The published example of ISO 11649.
    ['539007547034', 'RF18539007547034'],
    ['', null],
    ['ABCDEFGH-202611-00000001', null],
  ])('%s is %s', (number, reference) => expect(paymentReference(number)).toBe(reference));

  it('leaves 1 when it is divided by 97, as ISO 11649 asks, for every number', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{1,8}-\d{6}-\d{4,5}$/), (number) => {
        const reference = paymentReference(number) as string;
        const turned = `${reference.slice(4)}${reference.slice(0, 4)}`;
        expect(BigInt([...turned].map((char) => Number.parseInt(char, 36)).join('')) % 97n).toBe(1n);
      }),
    ));

  it.each([
    ['RF97INV2026110042', true],
    ['Payment RF97 INV2 0261 1004 2 thank you', true],
    ['invoice inv-202611-0042', true],
    ['INV 202611 0042, INV-202611-0043', true],
    ['RF97INV2026110042/from Anna', true],
    ['RF98INV2026110042', false],
    ['RF97INV20261100421', false],
    ['XINV2026110042', false],
    ['INV-202611-004', false],
    ['', false],
  ])('in “%s”: %s', (text, expected) => expect(namesInvoice(text, 'INV-202611-0042')).toBe(expected));
});

describe('what a received payment is for', () => {
  const OWED: OwedInvoice[] = [
    { id: 1, number: 'INV-202611-0001', totalMinor: 4900n, name: 'Acme Ltd' },
    { id: 2, number: 'INV-202611-0002', totalMinor: 4900n, name: '' },
    { id: 3, number: 'INV-202611-0003', totalMinor: 9900n, name: 'Beta' },
  ];
  it.each([
    ['its number and amount', 4900n, 'INV-202611-0002', 'Somebody', 'proposed', [2]],
    ['the number with another amount', 5000n, 'INV-202611-0002', 'Somebody', 'candidates', [2]],
    ['two numbers', 9800n, 'INV-202611-0001 INV-202611-0002', '', 'candidates', [1, 2]],
    ['the amount alone', 4900n, 'invoice', 'Somebody', 'candidates', [1, 2]],
    ['the amount and the name', 4900n, 'invoice', '"ACME" LTD.', 'candidates', [1, 2]],
    ['the number before the amount', 4900n, 'INV-202611-0003', '', 'candidates', [3, 1, 2]],
    ['the name alone', 1n, 'thanks', 'Beta', 'none', []],
    ['nothing', 1n, '', '', 'none', []],
  ] as const)('%s', (_, amountMinor, purpose, payer, kind, invoiceIds) =>
    expect(matchLine({ amountMinor, purpose, payer }, OWED)).toEqual({ kind, invoiceIds }),
  );

  it('names five candidates at most', () => {
    const many = Array.from({ length: 9 }, (_, id) => ({
      id,
      number: `INV-202611-100${id}`,
      totalMinor: 1n,
      name: '',
    }));
    expect(matchLine({ amountMinor: 1n, purpose: '', payer: '' }, many).invoiceIds).toEqual([0, 1, 2, 3, 4]);
  });

  it('is split without losing a cent; an invoice is paid as a whole or not at all', () =>
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), (amountMinor, totalMinor) => {
        const { invoiceMinor, balanceMinor } = splitPayment(amountMinor, totalMinor);
        expect(invoiceMinor + balanceMinor).toBe(amountMinor);
        expect(invoiceMinor).toBe(totalMinor <= amountMinor ? totalMinor : 0n);
      }),
    ));
});

describe('the file of a bank', () => {
  const MAPPING: BankMapping = {
    ...{ date: 'Date', amount: 'Amount', currency: 'Currency', payer: 'Payer', purpose: 'Purpose', bank_id: null },
    ...{ day_format: 'ymd', decimal: 'point' },
  };

  it.each([
    [
      'in English',
      'Booking date,Amount,Currency,Payer,Purpose,Transaction ID\n2026-11-05,"1,049.00",USD,Acme,INV-202611-0042,T1\n',
      {
        date: 'Booking date',
        amount: 'Amount',
        purpose: 'Purpose',
        bank_id: 'Transaction ID',
        day_format: 'ymd',
        decimal: 'point',
      },
    ],
    [
      'in Ukrainian, after lines about the account',
      'Виписка за листопад\n\nДата операції;Сума;Валюта;Контрагент;Призначення платежу\n05.11.2026;1 049,00;USD;ТОВ Акме;рахунок 42\n',
      {
        date: 'Дата операції',
        amount: 'Сума',
        currency: 'Валюта',
        payer: 'Контрагент',
        day_format: 'dmy',
        decimal: 'comma',
      },
    ],
    [
      'with money in and out apart',
      'Date\tDescription\tPaid out\tPaid in\n11/25/2026\tINV\t\t49.00\n11/26/2026\tFee\t1.00\t\n',
      { date: 'Date', amount: 'Paid in', purpose: 'Description', payer: null, day_format: 'mdy', decimal: 'point' },
    ],
  ])('%s is mapped by its columns', (_, csv, mapping) => {
    const table = readStatement(csv);
    expect(table && guessMapping(table)).toMatchObject(mapping);
  });

  it.each([
    ['', null],
    ['no table', null],
    ['a,b\n1,2\n', null],
    ['a,b,c\n1,2,3\n', { columns: ['a', 'b', 'c'] }],
    ['\uFEFFa\0,b\uD800,\0c\n1,2,3\n', { columns: ['a', 'b\uFFFD', 'c'] }],
  ])('%j is no table, or one without a mapping', (csv, expected) => {
    const table = readStatement(csv);
    expect(table).toEqual(expected && expect.objectContaining(expected));
    if (table) expect(guessMapping(table)).toBeNull();
  });

  it('counts lines as they are in the file', () =>
    expect(readStatement('about\n\na,b,c\n1,"2\n2",3\n4,5,6\n')?.rows.map(({ line }) => line)).toEqual([4, 6]));

  it.each([
    ['2026-11-05,49.00,USD,Acme,INV', 'ok', 4900n],
    ['2026-11-05 14:00,49,,Acme,INV', 'ok', 4900n],
    ['2026-11-05,-49.00,USD,Shop,Rent', 'outgoing', -4900n],
    ['2026-11-05,0.00,USD,,', 'outgoing', 0n],
    ['2026-11-05,,USD,,', 'outgoing', 0n],
    ['2026-11-05,49.00,EUR,Acme,INV', 'other_currency', 4900n],
    ['2026-02-30,49.00,USD,Acme,INV', 'bad_date', 4900n],
    ['Total,49.00,USD,,', 'bad_date', 4900n],
    ['2026-11-05,"49,00",USD,Acme,INV', 'bad_amount', 0n],
    ['2026-11-05,9999999999999.00,USD,Acme,INV', 'bad_amount', 999999999999900n],
  ])('%s is %s', (row, verdict, amountMinor) => {
    const table = readStatement(`Date,Amount,Currency,Payer,Purpose\n${row}\n`);
    const [cells] = table?.rows ?? [];
    expect(cells && readLine(cells, table?.columns ?? [], MAPPING, 'USD')).toMatchObject({ verdict, amountMinor });
  });

  it('knows whether a mapping fits', () => {
    expect(fitsColumns(MAPPING, ['Date', 'Amount', 'Currency', 'Payer', 'Purpose'])).toBe(true);
    expect(fitsColumns(MAPPING, ['Date', 'Amount', 'Payer', 'Purpose'])).toBe(false);
  });

  it.each([
    ['2026-11-05', 'ymd', '2026-11-05'],
    ['20261105', 'ymd', '2026-11-05'],
    ['5.11.2026', 'dmy', '2026-11-05'],
    ['05/11/26', 'dmy', '2026-11-05'],
    ['11/05/2026 10:00', 'mdy', '2026-11-05'],
    ['13/05/2026', 'mdy', null],
    ['1899-01-01', 'ymd', null],
    ['', 'ymd', null],
  ] as const)('%s read as %s is %s', (text, format, day) => expect(readDay(text, format)).toBe(day));

  it.each([
    ['1,234.56', 'point', 123456n],
    ["1'234.5", 'point', 123450n],
    ['+12', 'point', 1200n],
    ['−12.01', 'point', -1201n],
    ['1.234,56', 'comma', 123456n],
    ['1 234,56', 'comma', 123456n],
    ['1.234.567', 'comma', 123456700n],
    ['12,345', 'comma', null],
    ['12.50', 'comma', null],
    ['1,23', 'point', null],
    ['12.345', 'point', null],
    ['USD 5', 'point', null],
  ] as const)('%s with a decimal %s is %s', (text, decimal, minor) => expect(readMinor(text, decimal)).toBe(minor));
});
