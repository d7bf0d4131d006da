import type { Named } from '@poklik/contract/campaign-options';
import { LANGUAGE_TAGS, type Language } from '@poklik/contract/language';
import { UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { COUNTRIES, LANGUAGE_CODES } from '@poklik/domain/countries/iso-codes';

/** Sorted by the alphabet of the language; codes without a name in it are left out. */
function listLocalizedNames(codes: readonly string[], type: 'region' | 'language', language: Language): Named[] {
  const tag = LANGUAGE_TAGS[language];
  const names = new Intl.DisplayNames(tag, { type, fallback: 'none' });
  const collator = new Intl.Collator(tag);
  return codes
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((one, other) => collator.compare(one.name, other.name));
}

/** The unknown country comes last; rules can match it too. */
export const countryNames = (language: Language): Named[] => [
  ...listLocalizedNames(COUNTRIES, 'region', language),
  ...listLocalizedNames([UNKNOWN_COUNTRY], 'region', language),
];

export const languageNames = (language: Language): Named[] => listLocalizedNames(LANGUAGE_CODES, 'language', language);
