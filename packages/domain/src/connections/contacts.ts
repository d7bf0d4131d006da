const HASH = /^[0-9a-f]{64}$/;
const PHONE_DIGITS = /^\d{7,15}$/;

/** Whether somebody hashed it already. */
export const isHash = (text: string): boolean => HASH.test(text.trim().toLowerCase());

/** As every platform wants it before hashing; null if it is no email. */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return /^[^@\s]{1,64}@[^@\s]{1,190}$/.test(email) ? email : null;
}

/** Digits with the country code, without zeros before it; null if it is no phone number. */
export function normalizePhone(text: string): string | null {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return PHONE_DIGITS.test(digits) ? digits : null;
}
