import type { HoldReason } from '@poklik/contract/referrals';
import { isLocalNetwork } from '../ip/public-address.ts';

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
  // Addresses of local networks don't identify a user.
  const publicIps = referrer.ips.filter((ip) => !isLocalNetwork(ip));
  if (intersects(publicIps, referral.ips)) reasons.push('same_ip');
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
