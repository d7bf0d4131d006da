import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJump, parsePublishedRates } from './rate-feed.ts';

const ECB_XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <Cube><Cube time='2026-11-18'><Cube currency='USD' rate='1.25'/><Cube currency='PLN' rate='4.20'/><Cube currency='JPY' rate='160'/></Cube></Cube>
</gesmes:Envelope>`;
const ECB_CSV = 'Date, USD, PLN, JPY, RUB, \n18 November 2026, 1.25, 4.20, 160, N/A, \n';
const NBU = JSON.stringify([
  { r030: 840, txt: 'Долар США', rate: 40, cc: 'USD', exchangedate: '18.11.2026' },
  { r030: 978, txt: 'Євро', rate: 50.5, cc: 'EUR', exchangedate: '18.11.2026' },
  { r030: 959, txt: 'Золото', rate: 100_000.1, cc: 'XAU', exchangedate: '18.11.2026' },
]);

describe('published rates', () => {
  it.each([
    ['the XML of the ECB', ECB_XML, { EUR: 1_250_000_000n, PLN: 297_619_048n, JPY: 7_812_500n }],
    ['the CSV of the ECB', ECB_CSV, { EUR: 1_250_000_000n, PLN: 297_619_048n, JPY: 7_812_500n }],
    ['the JSON of the NBU', NBU, { UAH: 25_000_000n, EUR: 1_262_500_000n }],
  ])('are read from %s', (_, text, nano) => {
    const rates = parsePublishedRates(text);
    expect([rates?.day, Object.fromEntries(rates?.nano ?? [])]).toEqual(['2026-11-18', nano]);
  });

  it.each([
    '',
    '<html><body>Service unavailable</body></html>',
    '[]',
    '[{"cc":"USD","rate":40}]',
    '[{"cc":"EUR","rate":40,"exchangedate":"18.11.2026"}]',
    '{"rates":{}}',
    'Date, USD\n31 Brumaire 2026, 1.1',
    'Date, EUR\n18 November 2026, 1.1',
    ECB_XML.replace('1.25', '0'),
    ECB_XML.replace('1.25', '-1'),
  ])('are none in %j', (text) => expect(parsePublishedRates(text)).toBeNull());

  it('never throw', () => {
    fc.assert(fc.property(fc.string(), (text) => void parsePublishedRates(text)));
    fc.assert(fc.property(fc.json(), (text) => void parsePublishedRates(text)));
  });
});

it.each([
  [100n, 120n, false],
  [100n, 121n, true],
  [100n, 80n, false],
  [100n, 79n, true],
  [25_000_000n, 31_250_000n, true],
])('from %s to %s is a jump: %s', (before, after, jump) => expect(isJump(before, after)).toBe(jump));
