import type { SecretBox } from '../../stores/secret-box.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const VALUE_CHARS = 20;
const GIVEN_CHARS = 10;

type Fingerprints = Pick<SecretBox, 'fingerprint'>;

/** The same for one account and host on every try, and useless to another account. */
export const ownershipValue = (secrets: Fingerprints, accountId: number, host: string): string =>
  keyedText(secrets, `domain ownership ${accountId} ${host}`, VALUE_CHARS);

/** The first label of the domain that an account is given. It does not tell the account's ID. */
export const givenLabel = (secrets: Fingerprints, accountId: number): string =>
  keyedText(secrets, `given domain ${accountId}`, GIVEN_CHARS);

/** Base32, because DNS ignores case. */
function keyedText(secrets: Fingerprints, text: string, chars: number): string {
  const bytes = Buffer.from(secrets.fingerprint(text), 'base64url');
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: chars }, (_, at) => ALPHABET[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join(
    '',
  );
}
