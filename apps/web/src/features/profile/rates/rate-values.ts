import type { CurrencyRates, NewCurrencyRates } from '@poklik/contract/currency-rates';

type Row = NewCurrencyRates['rates'][number];

export const valuesOf = ({ rates, version }: CurrencyRates): NewCurrencyRates => ({
  version,
  rates: rates.map(({ currency, rate, source }) => ({ currency, rate, source })),
});

const rowsOf = ({ rates }: NewCurrencyRates) => new Map(rates.map((row) => [row.currency, row]));
const isSame = (one: Row | undefined, other: Row | undefined): boolean =>
  one?.rate === other?.rate && one?.source === other?.source;

/** The rates saved by someone else, with what was changed in this form on top of the rates it was opened with. */
export function rebaseRates(
  mine: NewCurrencyRates,
  opened: NewCurrencyRates,
  theirs: NewCurrencyRates,
): NewCurrencyRates {
  const mineOf = rowsOf(mine);
  const openedOf = rowsOf(opened);
  const theirsOf = rowsOf(theirs);
  const currencies = new Set([...theirsOf.keys(), ...mineOf.keys()]);
  const rates = [...currencies].flatMap((currency): Row[] => {
    const own = mineOf.get(currency);
    const row = isSame(own, openedOf.get(currency)) ? theirsOf.get(currency) : own;
    return row ? [row] : [];
  });
  return { version: theirs.version, rates };
}
