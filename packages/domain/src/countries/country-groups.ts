/** Countries that are often targeted together, by ISO code. */
export const COUNTRY_GROUPS = {
  /** Tier 1: the countries with the highest click prices. */
  tier_1: 'AT AU BE CA CH DE DK ES FI FR GB IE IT LU NL NO NZ SE US'.split(' '),
  eu: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
  cis: 'AM AZ BY KG KZ MD RU TJ UZ'.split(' '),
} as const satisfies Record<string, readonly string[]>;
