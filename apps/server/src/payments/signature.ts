import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@poklik/contract/errors';

/** Tolerance in both directions: an old signature may be a replay. */
const TOLERANCE_SECONDS = 300;

const HEADER_MAX = 2_000;

/** `t=1700000000,v1=…`: timestamp, and HMAC of timestamp and body. */
export const signPayload = (body: string | Buffer, secret: string, seconds: number): string =>
  `t=${seconds},v1=${digest(body, secret, seconds).toString('hex')}`;

const digest = (body: string | Buffer, secret: string, seconds: number): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Rejects bodies that were not signed within the last minutes. */
export function verifySignature(body: Buffer, header: string | string[] | undefined, secret: string, now: Date): void {
  if (typeof header !== 'string' || header.length > HEADER_MAX) throw new AppError('signature_refused');
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const values = (name: string) => parts.filter(([key]) => key === name).map(([, value = '']) => value);
  const [time, ...moreTimes] = values('t');
  if (time === undefined || moreTimes.length > 0 || !/^\d{1,12}$/.test(time)) throw new AppError('signature_refused');
  const seconds = Number(time);
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) throw new AppError('signature_refused');
  const expected = digest(body, secret, seconds);
  // During a secret rotation the provider signs with both.
  const isSigned = values('v1').some((value) => {
    const given = Buffer.from(value, 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new AppError('signature_refused');
}
