/** The tax of a cumulative amount, so that the differences of partial refunds add up to the full tax. */
export const proportionalTax = (
  { taxMinor, totalMinor }: { taxMinor: bigint; totalMinor: bigint },
  partMinor: bigint,
): bigint => (totalMinor === 0n ? 0n : (taxMinor * partMinor) / totalMinor);
