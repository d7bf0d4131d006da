import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import type { Condition } from '@poklik/contract/routing';
import type { Translate } from '../../i18n/translate.ts';

/** Names that are the same in every language; all others are capitalized. */
const NAMES: Record<string, string> = {
  macos: 'macOS',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  uc: 'UC Browser',
  samsung: 'Samsung Internet',
  webview: 'WebView',
  tiktok: 'TikTok',
};

const namesOf = (type: 'region' | 'language') =>
  Object.fromEntries(
    LANGUAGES.map((language) => [language, new Intl.DisplayNames(LANGUAGE_TAGS[language], { type })]),
  ) as Record<Language, Intl.DisplayNames>;
const COUNTRY_NAMES = namesOf('region');
const LANGUAGE_NAMES = namesOf('language');

/** The values of a condition as readable text. */
export function conditionValues({ dimension, values }: Condition, language: Language, say: Translate): string[] {
  switch (dimension) {
    case 'country':
      return values.map((code) => COUNTRY_NAMES[language].of(code) ?? code);
    case 'language':
      return values.map((code) => LANGUAGE_NAMES[language].of(code) ?? code);
    case 'device':
      return values.map((device) => say(`device.${device}`));
    case 'schedule':
      return values.map((hours) => hoursText(hours, LANGUAGE_TAGS[language]));
    default:
      return values.map((name) => (name === 'other' ? say('other') : (NAMES[name] ?? capitalized(name))));
  }
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `1 09:00-18:00` with the weekday's name; 5 January 2026 is a Monday. */
function hoursText(hours: string, tag: string): string {
  const weekday = new Date(Date.UTC(2026, 0, 4 + Number(hours.charAt(0))));
  const name = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' }).format(weekday);
  return `${name} ${hours.slice(2).replace('-', '–')}`;
}
