import { describe, expect, it } from 'vitest';
import { formatCompact, formatDelta, formatInteger, formatMoney, formatPercent } from './numbers.ts';

/** Intl puts several kinds of spaces that look alike. */
const plain = (text: string) => text.replace(/[\u00a0\u202f\u2009]/g, ' ');

describe('numbers in the reader’s language', () => {
  it.each([
    ['ua', '1 234 567', '1 284,40 $', '−12,50 ₴', '2,55%', '12,3 тис.', '▲ +8,4%'],
    ['ru', '1 234 567', '1 284,40 $', '−12,50 ₴', '2,55 %', '12,3 тыс.', '▲ +8,4 %'],
    ['en', '1,234,567', '$1,284.40', '−₴12.50', '2.55%', '12.3k', '▲ +8.4%'],
  ] as const)('%s', (language, integer, money, negative, percent, compact, delta) => {
    const written = [
      formatInteger(language, 1_234_567),
      formatMoney(language, '1284.4', 'USD'),
      formatMoney(language, '-12.5', 'UAH'),
      formatPercent(language, 0.0255),
      formatCompact(language, 12_300),
      formatDelta(language, 0.084),
    ];
    expect(written.map(plain)).toEqual([integer, money, negative, percent, compact, delta]);
  });

  it('a click price keeps four digits', () => {
    expect(plain(formatMoney('ua', '0.0123', 'USD', 4))).toBe('0,0123 $');
  });

  it('no value is a dash and a real zero is a zero', () => {
    expect([formatInteger('ua', null), formatPercent('ua', Number.NaN), formatMoney('ua', null, 'USD')]).toEqual([
      '—',
      '—',
      '—',
    ]);
    expect(formatInteger('ua', 0)).toBe('0');
    expect(plain(formatDelta('ua', 0.0001))).toBe('● 0%');
    expect(formatDelta('ua', null)).toBe('—');
  });
});
