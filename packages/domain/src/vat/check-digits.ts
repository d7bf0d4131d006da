/** Of a text whose format was checked. */
export const digitsOf = (text: string): number[] => [...text].map(Number);

export const weigh = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(text[place]), 0);

const lastDigit = (text: string): number => Number(text.at(-1));

/** Sums the digits, every second one from the right doubled; the last digit makes it divisible by ten. */
export function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

/** ISO 7064, MOD 11,10. */
export function mod11And10(text: string): boolean {
  let product = 10;
  for (const digit of digitsOf(text.slice(0, -1))) {
    const sum = (digit + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === lastDigit(text);
}

/** The remainder of 11 as a digit, read from this table: place 0 to 10, null where no number is issued. */
export const remainder11 = (text: string, weights: readonly number[], table: readonly (number | null)[]): boolean =>
  table[weigh(text, weights) % 11] === lastDigit(text);

/** 11 minus the remainder; what does not fit one digit is given. */
export const elevenMinus = (of0: number | null, of1: number | null): (number | null)[] => [
  of0,
  of1,
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1],
];

/** The remainder of 11, and a second row of weights where it is 10. */
export function twoRounds(text: string, first: readonly number[], second: readonly number[]): boolean {
  const remainder = weigh(text, first) % 11;
  return (remainder < 10 ? remainder : (weigh(text, second) % 11) % 10) === lastDigit(text);
}

/** Of a text in which A means 10, B 11 and so on. */
export const mod97 = (text: string): number =>
  Number(BigInt([...text].map((char) => Number.parseInt(char, 36)).join('')) % 97n);
