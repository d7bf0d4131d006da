import { describe, expect, it } from 'vitest';
import { maskedDetails, maskedEmail, normalizeDetails } from './masked-details.ts';

describe('payout details', () => {
  it.each([
    ['bank', 'UA21 3223 1300 0002 6007 2335 6600 1', 'UA••••6001'],
    ['card', '4242 4242 4242 4242', '•••• 4242'],
    ['paypal', 'anna@example.com', 'a••••@example.com'],
    ['usdt_trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJR••••RTv8'],
    ['other', 'Revolut @annakovalenko', '••••nko'],
    ['other', 'short', '••••'],
    ['other', 'eightsig', '••••'],
    ['other', 'ninesigns', '••••gns'],
  ] as const)('for %s: %s is shown as %s', (method, account, masked) => {
    expect(maskedDetails(method, account)).toBe(masked);
  });

  it.each([
    ['anna@example.com', 'a••••@example.com'],
    ['їжак@приклад.укр', 'ї••••@приклад.укр'],
    ['nothing', '••••'],
  ])('mask the email %s as %s', (email, masked) => {
    expect(maskedEmail(email)).toBe(masked);
  });

  it('are equal regardless of spacing', () => {
    expect(normalizeDetails('card', '4242-4242 42424242')).toBe(normalizeDetails('card', '4242 4242 4242 4242'));
    expect(normalizeDetails('card', '4242424242424242')).not.toBe(normalizeDetails('other', '4242424242424242'));
  });
});
