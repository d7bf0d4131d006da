import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, 30 seconds. */
const DIGITS = 6;
const STEP_SECONDS = 30;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Tolerates clock drift and slow typing. */
const STEP_TOLERANCE = 1;

/** Base32 of RFC 4648 without padding, as authenticator apps expect. */
export const generateTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const stepAt = (at: Date): number => TOTP.counter({ period: STEP_SECONDS, timestamp: at.getTime() });

export const codeForStep = (secret: string, step: number, digits = DIGITS): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: step, digits });

/** Returns null for a wrong code. */
export function findStepForCode(secret: string, code: string, at: Date): number | null {
  const step = stepAt(at);
  const offset = HOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    counter: step,
    digits: DIGITS,
    window: STEP_TOLERANCE,
  });
  return offset === null ? null : step + offset;
}

/** The content of the QR code, without the parameters that have their default. */
export function authenticatorUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
