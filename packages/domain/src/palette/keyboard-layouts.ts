/** Characters of the same keys on each layout. */
const LAYOUTS = {
  latin: "`qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  ukrainian: "'йцукенгшщзхїґфівапролджєячсмитьбю.",
  russian: 'ёйцукенгшщзхъ\\фывапролджэячсмитьбю.',
} as const;
type Layout = keyof typeof LAYOUTS;

const onLayout = (text: string, from: Layout, to: Layout): string =>
  [...text].map((char) => LAYOUTS[to][LAYOUTS[from].indexOf(char)] ?? char).join('');

const PAIRS: [Layout, Layout][] = [
  ['latin', 'ukrainian'],
  ['latin', 'russian'],
  ['ukrainian', 'latin'],
  ['russian', 'latin'],
  ['ukrainian', 'russian'],
  ['russian', 'ukrainian'],
];

/** The typed text, then what the same keys type on other layouts; lowercase and without duplicates. */
export function layoutReadings(typed: string): string[] {
  const text = typed.toLowerCase();
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text);
  const others = PAIRS.filter(([from]) => (from === 'latin') !== isCyrillic);
  return [...new Set([text, ...others.map(([from, to]) => onLayout(text, from, to))])];
}
