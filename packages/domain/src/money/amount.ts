const PLACES = 6;

/** Converts an API amount to micro units, millionths of the currency's unit. */
export function toMicro(amount: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  const micro = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -micro : micro;
}

/** At least two decimals, and only as many more as needed. */
export function fromMicro(micro: bigint): string {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0{1,4}$/, '');
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${fraction}`;
}

const MICRO_PER_MINOR = 10n ** 4n;

/** Converts an API amount to minor units, hundredths of the currency's unit. */
export const toMinor = (amount: string): bigint => toMicro(amount) / MICRO_PER_MINOR;
export const fromMinor = (minor: bigint): string => fromMicro(minor * MICRO_PER_MINOR);

/** A share in basis points, rounded down in favor of the operator. */
export const shareOf = (minor: bigint, basisPoints: number): bigint => (minor * BigInt(basisPoints)) / 10_000n;
