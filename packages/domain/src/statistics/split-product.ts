/** Parts of a difference, exact: numerators over one denominator. */
export interface ExactParts {
  parts: bigint[];
  denominator: bigint;
}

export interface ProductParts extends ExactParts {
  /** What one unit of the first total adds, over the same denominator. */
  perUnit: bigint;
}

/** A factor before and now, over a denominator of its own. */
interface Factor {
  before: bigint;
  now: bigint;
  denominator: bigint;
}

/**
 * Splits the change of the last of several totals among the factors that lead from each total to the next, and from 1 to
 * the first. A factor's part is its Shapley value: what its change adds, on average over all orders in which the factors
 * can change, so no factor depends on being named first. Where a total is zero, the next factor is unknown and counts as
 * unchanged. A total above zero after one of zero, such as a conversion without a click, skips that one.
 */
export function splitProduct(before: readonly bigint[], now: readonly bigint[]): ProductParts {
  const links = listLinks(before, now);
  const factors = links.map((link, place) => {
    const above = links[place - 1];
    return toFactor(rateOf(before, link, above), rateOf(now, link, above));
  });
  const weights = factors.map((own) => sumOverOrders(factors.filter((factor) => factor !== own)));
  const partOf = (link: number): bigint => {
    const place = links.indexOf(link);
    const factor = factors[place];
    return factor ? (factor.now - factor.before) * (weights[place] ?? 0n) : 0n;
  };
  return {
    parts: [...now.keys()].map(partOf),
    perUnit: (links[0] === 0 && weights[0]) || 0n,
    denominator: factors.reduce((product, { denominator }) => product * denominator, factorial(factors.length)),
  };
}

/** Totals that can be divided by the one listed before. */
function listLinks(before: readonly bigint[], now: readonly bigint[]): number[] {
  const links: number[] = [];
  for (const link of now.keys()) {
    const isBroken = (totals: readonly bigint[]): boolean => {
      const above = totals[links.at(-1) ?? -1] ?? 1n;
      return above < 0n || (above === 0n && totals[link] !== 0n);
    };
    while (links.length > 0 && (isBroken(before) || isBroken(now))) links.pop();
    links.push(link);
  }
  return links;
}

type Rate = readonly [bigint, bigint];

/** Null when unknown. */
function rateOf(totals: readonly bigint[], link: number, above: number | undefined): Rate | null {
  const divisor = above === undefined ? 1n : (totals[above] ?? 0n);
  return divisor > 0n ? [totals[link] ?? 0n, divisor] : null;
}

function toFactor(before: Rate | null, now: Rate | null): Factor {
  const [old, oldDivisor] = before ?? now ?? [0n, 1n];
  const [fresh, freshDivisor] = now ?? before ?? [0n, 1n];
  return { before: old * freshDivisor, now: fresh * oldDivisor, denominator: oldDivisor * freshDivisor };
}

/**
 * The product of the other factors, summed over all orders. Those before a factor in an order have changed already, so
 * only their number matters: products with the same number are the coefficients of a polynomial.
 */
function sumOverOrders(others: readonly Factor[]): bigint {
  let products = [1n];
  for (const { before, now } of others) {
    const grown = [...products, 0n];
    products = grown.map((product, changed) => product * before + (products[changed - 1] ?? 0n) * now);
  }
  return products.reduce(
    (sum, product, changed) => sum + product * factorial(changed) * factorial(others.length - changed),
    0n,
  );
}

function factorial(number: number): bigint {
  return number < 2 ? 1n : BigInt(number) * factorial(number - 1);
}

/** Whole numbers that add up to the same sum, which must be whole. The largest remainders are rounded up. */
export function roundParts({ parts, denominator }: ExactParts): bigint[] {
  const floors = parts.map((part) => (part - remainderOf(part, denominator)) / denominator);
  const missing = sumOf(parts) / denominator - sumOf(floors);
  const byRemainder = [...parts.keys()].sort((one, other) => {
    const difference = remainderOf(parts[other] ?? 0n, denominator) - remainderOf(parts[one] ?? 0n, denominator);
    return difference > 0n ? 1 : difference < 0n ? -1 : one - other;
  });
  const raised = new Set(byRemainder.slice(0, Number(missing)));
  return floors.map((floor, place) => (raised.has(place) ? floor + 1n : floor));
}

const sumOf = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, number) => sum + number, 0n);

/** Never negative. */
const remainderOf = (part: bigint, denominator: bigint): bigint => ((part % denominator) + denominator) % denominator;
