import type { HoldReason } from '@poklik/contract/referrals';

export interface PersonTraits {
  email: string;
  /** Addresses used to sign up and log in. */
  ips: readonly string[];
  /** Fingerprints of payout details. */
  payouts: readonly string[];
}

/** Why both may be the same person, earning commission on their own payments. */
export function selfReferralReasons(referrer: PersonTraits, referral: PersonTraits): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (canonicalMailbox(referrer.email) === canonicalMailbox(referral.email)) reasons.push('same_email');
  if (intersects(referrer.payouts, referral.payouts)) reasons.push('same_payout');
  if (intersects(referrer.ips.filter(isPublic), referral.ips)) reasons.push('same_ip');
  return reasons;
}

const intersects = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((value) => other.includes(value));

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox behind an email address: a plus suffix is ignored, and so are dots for Gmail. */
export function canonicalMailbox(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const name = local.replace(/\+.*$/, '');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Private and local addresses don't identify a user. */
const PRIVATE_RANGES =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe80:)/i;
const isPublic = (ip: string): boolean => !PRIVATE_RANGES.test(ip.replace(/^::ffff:(?=\d+\.)/i, ''));
