const PLACES = 6;

/** An amount as the wire has it, in millionths of the currency's unit. */
export function toMicro(amount: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  const micro = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -micro : micro;
}

/** At least two places, as money is written, and no more than it has. */
export function fromMicro(micro: bigint): string {
  const digits = (micro < 0n ? -micro : micro).toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0{1,4}$/, '');
  return `${micro < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${fraction}`;
}
