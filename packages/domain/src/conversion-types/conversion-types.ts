import type { DedupeMode } from '@poklik/contract/campaigns';
import { STANDARD_TYPES } from '@poklik/contract/conversion-types';
import { CONVERSION_TYPES_MAX } from '@poklik/contract/conversion-values';

/** How an account names and counts one type of conversions. */
export interface TypeSettings {
  code: string;
  /** Empty for the standard name. */
  name: string;
  isConversion: boolean;
  isRevenue: boolean;
  /** For postbacks without an amount; null for the campaign's default payout. */
  payoutMicro: bigint | null;
  currency: string;
  /** Null for the campaign's mode. */
  dedupeMode: DedupeMode | null;
}

/** A type that is not in the list counts. */
const unlistedType = (code: string): TypeSettings => ({
  code,
  name: '',
  isConversion: true,
  isRevenue: true,
  payoutMicro: null,
  currency: 'USD',
  dedupeMode: null,
});

/** Steps before or after the conversion that a campaign is paid for. */
const STEPS: readonly string[] = ['registration', 'upsell', 'rebill'];

export const NEW_ACCOUNT_TYPES: readonly TypeSettings[] = STANDARD_TYPES.map((code) => ({
  ...unlistedType(code),
  isConversion: !STEPS.includes(code),
}));

export const typeSettings = (types: readonly TypeSettings[], code: string): TypeSettings =>
  types.find((type) => type.code === code) ?? unlistedType(code);

/** The list with types that conversions have, as far as there is room. */
export function withUnlisted(types: readonly TypeSettings[], codes: readonly string[]): readonly TypeSettings[] {
  const unlisted = [...new Set(codes)].filter((code) => !types.some((type) => type.code === code));
  const room = Math.max(0, CONVERSION_TYPES_MAX - types.length);
  return room === 0 || unlisted.length === 0 ? types : [...types, ...unlisted.slice(0, room).map(unlistedType)];
}
