import type { Language } from '@poklik/contract/language';
import { formatMoney } from '../../../format/numbers.ts';

/** Without cents where they don't matter. */
export const axisMoney = (language: Language, value: number, currency: string): string =>
  formatMoney(language, String(value), currency, Math.abs(value) < 10 && value !== 0 ? 2 : 0);
