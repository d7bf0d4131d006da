import type { Language } from '@poklik/contract/language';
import { formatPercent } from '../../../format/numbers.ts';

const [LEAST, MOST] = [0.01, 0.99];

/** Nothing is quite sure: “>99%” instead of “100%”. */
export function probabilityText(language: Language, probability: number | null): string {
  if (probability === null) return formatPercent(language, null, 0);
  if (probability > MOST) return `>${formatPercent(language, MOST, 0)}`;
  if (probability < LEAST) return `<${formatPercent(language, LEAST, 0)}`;
  return formatPercent(language, probability, 0);
}
