import { digitsOf, elevenMinus, luhn, mod11And10, mod97, remainder11, twoRounds, weigh } from './check-digits.ts';

const DNI_CHARS = 'TRWAGMYFPDXBNJZSQVHLCKE';

function isBulgarian(text: string): boolean {
  if (text.length === 9) return twoRounds(text, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
  const last = Number(text[9]);
  const other = elevenMinus(0, null)[weigh(text, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11];
  return (
    (weigh(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last ||
    weigh(text, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === last ||
    other === last
  );
}

function isCypriot(text: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = digitsOf(text.slice(0, 8)).reduce(
    (total, digit, place) => total + (place % 2 === 0 ? Number(odd[digit]) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === text[8];
}

/** Companies, people by their birth number, and people without one, whose number starts with 6. */
function isCzech(text: string): boolean {
  if (text.length === 8) return remainder11(text, [8, 7, 6, 5, 4, 3, 2], elevenMinus(1, 0));
  if (text.length === 10) return Number(text) % 11 === 0 || (Number(text.slice(0, 9)) % 11 === 10 && text[9] === '0');
  if (text.startsWith('6')) {
    const pointer = 11 - (weigh(text.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11);
    return [8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8][pointer - 1] === Number(text[8]);
  }
  const month = Number(text.slice(2, 4)) % 50;
  return Number(text.slice(0, 2)) <= 53 && month >= 1 && month <= 12;
}

function isSpanish(text: string): boolean {
  const [first = '', last = ''] = [text[0], text.at(-1)];
  const person = /^[KLM]/.test(first)
    ? text.slice(1, 8)
    : text.slice(0, 8).replace(/^[XYZ]/, (char) => String('XYZ'.indexOf(char)));
  if (/^[\dKLMXYZ]/.test(first)) return DNI_CHARS[Number(person) % 23] === last;
  const sum = digitsOf(text.slice(1, 8)).reduce(
    (total, digit, place) => total + (place % 2 === 0 ? digit * 2 - (digit > 4 ? 9 : 0) : digit),
    0,
  );
  const control = (10 - (sum % 10)) % 10;
  // Sources disagree which kinds of companies have which.
  return String(control) === last || 'JABCDEFGHI'[control] === last;
}

function isFrench(text: string): boolean {
  const [key, siren] = [text.slice(0, 2), Number(text.slice(2))];
  if (/^\d\d/.test(key)) return (12 + 3 * (siren % 97)) % 97 === Number(key);
  const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  const [one, two] = [...key].map((char) => alphabet.indexOf(char));
  const value = /^\d/.test(key) ? Number(one) * 24 + Number(two) - 10 : Number(one) * 34 + Number(two) - 100;
  return (siren + 1 + Math.floor(value / 11)) % 11 === value % 11;
}

function isIrish(text: string): boolean {
  const isOld = /^\d[A-Z+*]/.test(text);
  const number = isOld ? `0${text.slice(2, 7)}${text[0]}` : text.slice(0, 7);
  const controls = 'WABCDEFGHIJKLMNOPQRSTUV';
  const extra = text[8] === undefined ? 0 : 9 * controls.indexOf(text[8]);
  return controls[(weigh(number, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === text[7];
}

function isItalian(text: string): boolean {
  const office = Number(text.slice(7, 10));
  const isOffice = (office >= 1 && office <= 100) || [120, 121, 201, 888, 999].includes(office);
  return isOffice && Number(text.slice(0, 7)) > 0 && luhn(text);
}

function isLatvian(text: string): boolean {
  if (/^[4-9]/.test(text)) return weigh(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  // Numbers of people given since 2017 say nothing.
  if (text.startsWith('32')) return true;
  return ((1 + weigh(text, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(text[10]);
}

const isLithuanian = (text: string): boolean =>
  text.length === 9
    ? text[7] === '1' && twoRounds(text, [1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 1])
    : text[10] === '1' && twoRounds(text, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]);

/** Of companies, or given since 2020, when numbers of people stopped naming them. */
const isDutch = (text: string): boolean =>
  weigh(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(text[8]) || mod97(`NL${text}`) === 1;

function isNorthernIrish(text: string): boolean {
  if (/^GD[0-4]/.test(text) || /^HA[5-9]/.test(text)) return true;
  const sum = weigh(text, [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9));
  return Number(text.slice(0, 7)) > 0 && (sum % 97 === 0 || (sum + 55) % 97 === 0);
}

interface VatIdRule {
  format: RegExp;
  isValid: (text: string) => boolean;
}

/** By prefix: what follows it. Greece uses EL, Northern Ireland XI. */
const RULES: Record<string, VatIdRule> = {
  AT: {
    format: /^U\d{8}$/,
    // Luhn over the first seven digits, shifted by four.
    isValid: (text) => {
      const sum = digitsOf(text.slice(1, 8)).reduce(
        (total, digit, place) => total + (place % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)),
        4,
      );
      return (10 - (sum % 10)) % 10 === Number(text[8]);
    },
  },
  BE: { format: /^[01]\d{9}$/, isValid: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) },
  BG: { format: /^\d{9,10}$/, isValid: isBulgarian },
  CY: { format: /^(?!12)[0-59]\d{7}[A-Z]$/, isValid: isCypriot },
  CZ: { format: /^(?:[0-8]\d{7}|\d{9,10})$/, isValid: isCzech },
  DE: { format: /^[1-9]\d{8}$/, isValid: mod11And10 },
  DK: { format: /^[1-9]\d{7}$/, isValid: (text) => weigh(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { format: /^10\d{7}$/, isValid: (text) => weigh(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: {
    format: /^\d{9}$/,
    isValid: (text) => (weigh(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[8]),
  },
  ES: { format: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, isValid: isSpanish },
  FI: { format: /^\d{8}$/, isValid: (text) => remainder11(text, [7, 9, 10, 5, 8, 4, 2], elevenMinus(0, null)) },
  FR: { format: /^[\dA-HJ-NP-Z]{2}\d{9}$/, isValid: isFrench },
  HR: { format: /^\d{11}$/, isValid: mod11And10 },
  HU: { format: /^\d{8}$/, isValid: (text) => weigh(text, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { format: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, isValid: isIrish },
  IT: { format: /^\d{11}$/, isValid: isItalian },
  LT: { format: /^(?:\d{9}|\d{12})$/, isValid: isLithuanian },
  LU: { format: /^\d{8}$/, isValid: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) },
  LV: { format: /^\d{11}$/, isValid: isLatvian },
  MT: { format: /^[1-9]\d{7}$/, isValid: (text) => weigh(text, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { format: /^\d{9}B\d{2}$/, isValid: isDutch },
  PL: { format: /^\d{10}$/, isValid: (text) => weigh(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[9]) },
  PT: { format: /^[1-9]\d{8}$/, isValid: (text) => remainder11(text, [9, 8, 7, 6, 5, 4, 3, 2], elevenMinus(0, 0)) },
  RO: {
    format: /^[1-9]\d{1,9}$/,
    isValid: (text) =>
      ((weigh(text.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(text.at(-1)),
  },
  SE: { format: /^\d{10}(?:0[1-9]|[1-8]\d|9[0-4])$/, isValid: (text) => luhn(text.slice(0, 10)) },
  SI: { format: /^[1-9]\d{7}$/, isValid: (text) => remainder11(text, [8, 7, 6, 5, 4, 3, 2], elevenMinus(null, 0)) },
  SK: { format: /^[1-9]\d[2-47-9]\d{7}$/, isValid: (text) => Number(text) % 11 === 0 },
  XI: { format: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/, isValid: isNorthernIrish },
};

/** The prefix of VAT IDs of a country; Greece has its own. */
export const vatPrefix = (country: string): string => (country === 'GR' ? 'EL' : country);

/** Without spaces, dots, dashes and slashes, in capitals. */
export const tidyVatId = (text: string): string => text.replace(/[\s./-]/g, '').toUpperCase();

/** Whether format and check digit are right. Of prefixes outside the EU and XI only the prefix is looked at. */
export function isValidVatId(id: string): boolean {
  const [prefix, text] = [id.slice(0, 2), id.slice(2)];
  const rule = RULES[prefix];
  if (rule) return rule.format.test(text) && rule.isValid(text);
  return /^[A-Z]{2}[A-Z\d]{2,18}$/.test(id) && prefix !== 'GR';
}
