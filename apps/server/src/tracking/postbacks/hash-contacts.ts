import { createHash } from 'node:crypto';
import { isHash, normalizeEmail, normalizePhone } from '@poklik/domain/connections/contacts';

/** The parameter before its value is looked at. */
const CONTACT = /(^|&)(em|email|ph|phone)=([^&]*)/gi;

/**
 * The query with emails and phone numbers as hashes, so that nothing after this, no log and no table, has them in plain
 * text. A phone number has two, because platforms disagree about the plus. What is neither is removed.
 */
export const hashContacts = (query: string): string =>
  query.replace(CONTACT, (_, before: string, name: string, value: string) => {
    const text = new URLSearchParams(`v=${value}`).get('v') ?? '';
    return `${before}${name}=${/^e/i.test(name) ? hashEmail(text) : hashPhone(text)}`;
  });

function hashEmail(text: string): string {
  if (isHash(text)) return text.trim().toLowerCase();
  const email = normalizeEmail(text);
  return email === null ? '' : hash(email);
}

function hashPhone(text: string): string {
  if (isHash(text)) return text.trim().toLowerCase();
  const digits = normalizePhone(text);
  return digits === null ? '' : `${hash(digits)}-${hash(`+${digits}`)}`;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
