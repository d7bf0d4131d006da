import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashContacts } from './hash-contacts.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const EMAIL = hash('person@example.com');
const PHONE = `${hash('380501234567')}-${hash('+380501234567')}`;

it.each([
  ['cid=1&payout=5', 'cid=1&payout=5'],
  ['em=Person%40Example.com&cid=1', `em=${EMAIL}&cid=1`],
  ['cid=1&email=+person@example.com+', `cid=1&email=${EMAIL}`],
  ['EM=person%40example.com', `EM=${EMAIL}`],
  ['ph=%2B380+50+123-45-67', `ph=${PHONE}`],
  ['phone=00380501234567', `phone=${PHONE}`],
  // Hashed by the sender.
  [`em=${EMAIL.toUpperCase()}&ph=${hash('1')}`, `em=${EMAIL}&ph=${hash('1')}`],
  ['em={email}&ph=12', 'em=&ph='],
  ['em=%E0%A4%A', 'em='],
  ['theme=a@b.c', 'theme=a@b.c'],
])('%s', (query, hashed) => {
  expect(hashContacts(query)).toBe(hashed);
});

it('leaves no email or phone number, and changes nothing that it has changed', () => {
  const part = fc.tuple(fc.constantFrom('em', 'email', 'ph', 'phone', 'cid'), fc.string());
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const hashed = hashContacts(new URLSearchParams(parts).toString());
      for (const [name, value] of new URLSearchParams(hashed))
        if (name !== 'cid') expect(value).toMatch(/^([0-9a-f]{64}(-[0-9a-f]{64})?)?$/);
    }),
  );
});
