// Fails when a text is missing, untranslated or uses a wrong word, or when the web app uses a key that does not exist.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unknownKeys } from './locale-keys.mjs';
import { listFiles } from './source-files.mjs';

const LANGUAGES = ['ua', 'ru', 'en'];
const PLURALS = { ua: ['one', 'few', 'many', 'other'], ru: ['one', 'few', 'many', 'other'], en: ['one', 'other'] };
const PLURAL_KEY = /^(.+)_(zero|one|two|few|many|other)$/;

export const NAMESPACES = [
  ...[
    'api',
    'auth',
    'black_list_page',
    'campaign_bulk',
    'campaign_home',
    'campaigns',
    'change',
    'connections',
    'conversions',
    'costs',
    'customers',
    'domains',
    'errors',
    'grid',
    'help',
    'instructions',
    'invoices',
    'landers',
    'learning',
    'legal',
    'months',
    'networks',
  ],
  ...[
    'notifications',
    'offers',
    'overview',
    'profile',
    'rates',
    'referrals',
    'replays',
    'report_toolbar',
    'select',
    'service',
    'sidebar',
    'statistics',
    'tariffs',
    'team_users',
    'traffic_sources',
  ],
  ...['transactions', 'users_list', 'withdrawal'],
];

/** Texts that are the same in every language: names, abbreviations and language names. */
const SAME_EVERYWHERE = new Set([
  ...[
    'Poklik',
    'API',
    'CR',
    'ROI',
    'MRR',
    'ARR',
    'ARPU',
    'p99',
    'EPC',
    'MRR',
    'CPC',
    'CPA',
    'CSV',
    'JSON',
    'PDF',
    'IP',
    'ID',
    'URL',
    'QR',
    'TXID',
    'Telegram',
    'Monobank',
    'Bitcoin, BTCPay',
    'WayForPay',
    'LiqPay',
    'OK',
  ],
  ...['English', 'Українська', 'Русский', 'english', 'укр', 'русский', 'en', 'ua', 'ru', 'EN', 'UA', 'RU'],
  // Fixed texts.
  ...['Caps Lock включено', 'Unexpected Application Error!', 'no title', 'no message', 'Error'],
]);

/** What a language must not use: another word for a fixed term, or characters of the other Cyrillic alphabet. */
const NEVER = {
  ua: [
    [/(?<!\p{L})компані/iu, 'a campaign is «кампанія»'],
    [/(?<!\p{L})утриман/iu, 'on hold is «у холді»'],
    [/(?<!\p{L})стан(?!\p{L})/iu, 'a status is «статус»'],
    [/двоетапн/iu, 'two-factor is «двофакторна»'],
    [/[ыэёъ]/iu, 'a Russian character in Ukrainian'],
    [/\p{L}['`ʼ‘]\p{L}/u, 'the Ukrainian apostrophe is ’'],
  ],
  ru: [
    [/(?<!\p{L})компани/iu, 'a campaign is «кампания»'],
    [/(?<!\p{L})удержан/iu, 'on hold is «в холде»'],
    [/(?<!\p{L})состояни/iu, 'a status is «статус»'],
    [/двухэтапн/iu, 'two-factor is «двухфакторная»'],
    [/постбек/iu, 'a postback is «постбэк»'],
    [/[іїєґ]/iu, 'a Ukrainian character in Russian'],
  ],
  en: [[/\p{Script=Cyrillic}/u, 'Cyrillic in English']],
};

const MIXED_WORD = /\p{L}*(\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin})\p{L}*/u;
const PLACEHOLDER = /\{\{-?\s*([\w.]+)[^}]*\}\}/g;
/** Not prose: placeholders, tags, URLs, code. */
const NOT_WORDS = /\{\{.*?\}\}|<[^>]*>|`[^`]*`|\S+@\S+|https?:\S+/g;

const wordsOf = (text) => text.replace(NOT_WORDS, ' ').trim();

function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value]],
  );
}

/** Sets of texts in all languages: the namespaces of the web app, and the texts of the server. */
function bundlesOf(root, report) {
  const bundles = NAMESPACES.map((namespace) => ({
    namespace,
    path: (language) => `packages/locales/${language}/${namespace}.json`,
  }));
  for (const path of LANGUAGES.flatMap((language) => listFiles(root, `packages/locales/${language}`, /\.json$/))) {
    if (!NAMESPACES.includes(basename(path, '.json'))) report(`${path}: there is no namespace of this name`);
  }
  const ofServer = listFiles(root, 'apps/server/src', /^(ua|ru|en)\.json$/).map((path) => dirname(path));
  for (const folder of new Set(ofServer)) bundles.push({ path: (language) => `${folder}/${language}.json` });
  return bundles;
}

function readTexts(root, path, report) {
  if (!existsSync(join(root, path))) {
    report(`${path}: is missing`);
    return new Map();
  }
  try {
    return new Map(flatten(JSON.parse(readFileSync(join(root, path), 'utf8'))));
  } catch (error) {
    report(`${path}: ${error.message}`);
    return new Map();
  }
}

/** Keys grouped by stem, so that plural forms are together. */
function stemsOf(texts) {
  const stems = new Map();
  for (const [key, value] of texts) {
    const [, stem, form] = PLURAL_KEY.exec(key) ?? [];
    const isPlural = stem && texts.has(`${stem}_one`) && texts.has(`${stem}_other`);
    const name = isPlural ? `${stem} (plural)` : key;
    stems.set(name, [...(stems.get(name) ?? []), { key, value, form: isPlural ? form : undefined }]);
  }
  return stems;
}

const placeholdersOf = (entries) =>
  [...new Set(entries.flatMap(({ value }) => [...String(value).matchAll(PLACEHOLDER)].map((match) => match[1])))]
    .sort()
    .join(' ');

function checkKeys({ path }, byLanguage, report) {
  const stems = Object.fromEntries(LANGUAGES.map((language) => [language, stemsOf(byLanguage[language])]));
  for (const name of new Set(LANGUAGES.flatMap((language) => [...stems[language].keys()]))) {
    for (const language of LANGUAGES) {
      const entries = stems[language].get(name);
      if (!entries) {
        report(`${path(language)}: "${name}" is missing`);
        continue;
      }
      if (name.endsWith(' (plural)')) {
        const forms = entries.map((entry) => entry.form);
        const [missing, extra] = [
          PLURALS[language].filter((form) => !forms.includes(form)),
          forms.filter((form) => !PLURALS[language].includes(form)),
        ];
        if (missing.length > 0) report(`${path(language)}: "${name}" lacks the forms ${missing.join(', ')}`);
        if (extra.length > 0)
          report(`${path(language)}: "${name}" has forms that the language does not: ${extra.join(', ')}`);
      }
      const english = stems.en.get(name);
      if (english && placeholdersOf(entries) !== placeholdersOf(english)) {
        report(
          `${path(language)}: "${name}" has the placeholders {${placeholdersOf(entries)}}, English {${placeholdersOf(english)}}`,
        );
      }
    }
  }
}

function checkWords({ path }, byLanguage, report) {
  for (const language of LANGUAGES) {
    for (const [key, value] of byLanguage[language]) {
      const say = (message) => report(`${path(language)}: "${key}": ${message}`);
      if (typeof value !== 'string') say('is not a text');
      else if (value.trim() === '') say('is empty');
      else if (!SAME_EVERYWHERE.has(value)) checkText(language, value, byLanguage.en.get(key), say);
    }
  }
}

function checkText(language, value, english, say) {
  const words = wordsOf(value);
  for (const [pattern, reason] of NEVER[language]) if (pattern.test(words)) say(`${reason}: ${value}`);
  const mixed = MIXED_WORD.exec(words);
  if (mixed) say(`"${mixed[0]}" mixes Latin and Cyrillic characters`);
  if (language === 'en' || !/\p{L}/u.test(words)) return;
  if (value === english) say(`is not translated: ${value}`);
  else if (!SAME_EVERYWHERE.has(words) && !/\p{Script=Cyrillic}/u.test(words)) say(`is not translated: ${value}`);
}

/** Problems of the texts below `root`, one sentence each. */
export function checkLocales(root) {
  const problems = [];
  const report = (problem) => problems.push(problem);
  const keys = new Map();
  let texts = 0;
  for (const bundle of bundlesOf(root, report)) {
    const byLanguage = Object.fromEntries(
      LANGUAGES.map((language) => [language, readTexts(root, bundle.path(language), report)]),
    );
    checkKeys(bundle, byLanguage, report);
    checkWords(bundle, byLanguage, report);
    texts += byLanguage.en.size;
    if (bundle.namespace) keys.set(bundle.namespace, new Set(byLanguage.en.keys()));
  }
  problems.push(...unknownKeys(root, keys));
  return { texts, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { texts, problems } = checkLocales(process.argv[2] ?? join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  console.log(`${texts} texts in ${LANGUAGES.length} languages, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
