import { describe, expect, it } from 'vitest';
import { checkLocales, NAMESPACES } from './check-locales.mjs';
import { temporaryTree } from './temporary-tree.mjs';

const TITLE = { ua: 'Кампанії', ru: 'Кампании', en: 'Campaigns' };
const CLICKS = {
  ua: {
    clicks_one: '{{count}} клік',
    clicks_few: '{{count}} кліки',
    clicks_many: '{{count}} кліків',
    clicks_other: '{{count}} кліка',
  },
  ru: {
    clicks_one: '{{count}} клик',
    clicks_few: '{{count}} клика',
    clicks_many: '{{count}} кликов',
    clicks_other: '{{count}} клика',
  },
  en: { clicks_one: '{{count}} click', clicks_other: '{{count}} clicks' },
};

/** A complete tree of texts, with `changes` (path → content, or undefined to leave the file out). */
function problemsOf(changes = {}) {
  const files = {};
  for (const language of ['ua', 'ru', 'en']) {
    for (const name of NAMESPACES) files[`packages/locales/${language}/${name}.json`] = { title: TITLE[language] };
    files[`packages/locales/${language}/campaigns.json`] = {
      title: TITLE[language],
      cards: { name: 'ROI', ...CLICKS[language] },
    };
  }
  const kept = Object.entries({ ...files, ...changes }).filter(([, content]) => content !== undefined);
  return checkLocales(temporaryTree(Object.fromEntries(kept))).problems;
}

const ua = (texts) => ({ 'packages/locales/ua/profile.json': texts });
const three = (values) =>
  Object.fromEntries(
    Object.entries(values).map(([language, text]) => [`packages/locales/${language}/profile.json`, { title: text }]),
  );

describe('a complete set of texts', () => {
  it('has no problems', () => {
    expect(problemsOf()).toEqual([]);
  });

  it('may leave names, abbreviations and placeholders untranslated', () => {
    expect(problemsOf(three({ ua: 'API', ru: 'API', en: 'API' }))).toEqual([]);
    expect(problemsOf(three({ ua: '{{count}}', ru: '{{count}}', en: '{{count}}' }))).toEqual([]);
  });
});

describe('the check reports', () => {
  it.each([
    [
      'a namespace without its file',
      { 'packages/locales/ru/months.json': undefined },
      'packages/locales/ru/months.json: is missing',
    ],
    ['a file that is not a namespace', { 'packages/locales/ua/team.json': {} }, 'there is no namespace of this name'],
    ['a file that is not JSON', { 'packages/locales/ua/months.json': '{' }, 'packages/locales/ua/months.json: '],
    ['a key that is missing in one language', ua({}), 'packages/locales/ua/profile.json: "title" is missing'],
    [
      'a key that only one language has',
      ua({ title: 'Кампанії', extra: 'Ще' }),
      'packages/locales/en/profile.json: "extra" is missing',
    ],
    ['an empty text', ua({ title: ' ' }), 'is empty'],
    ['a text left in English', ua({ title: 'Campaigns' }), 'is not translated'],
    ['a transliterated text', ua({ title: 'Kampanii' }), 'is not translated'],
    [
      'a lost placeholder',
      three({ ua: 'Усього', ru: 'Всего {{count}}', en: '{{count}} in all' }),
      'has the placeholders {}, English {count}',
    ],
    [
      'a renamed placeholder',
      three({ ua: '{{n}} усього', ru: 'Всего {{count}}', en: '{{count}} in all' }),
      '{n}, English {count}',
    ],
    ['a straight apostrophe', ua({ title: "Ім'я" }), 'the Ukrainian apostrophe is ’'],
    ['company for campaign in Ukrainian', ua({ title: 'Нова компанія' }), '«кампанія»'],
    [
      'company for campaign in Russian',
      { 'packages/locales/ru/profile.json': { title: 'Новая компания' } },
      '«кампания»',
    ],
    ['another word for on hold', ua({ title: 'На утриманні' }), '«у холді»'],
    ['another word for status', ua({ title: 'Стан' }), '«статус»'],
    ['the Ukrainian postback in Russian', { 'packages/locales/ru/profile.json': { title: 'Постбек' } }, '«постбэк»'],
    ['a Russian character in Ukrainian', ua({ title: 'Кампании мы' }), 'a Russian character'],
    [
      'a Ukrainian character in Russian',
      { 'packages/locales/ru/profile.json': { title: 'Кампанії' } },
      'a Ukrainian character',
    ],
    ['a Latin character in a Cyrillic word', ua({ title: 'Kампанії' }), 'mixes Latin and Cyrillic'],
    ['Cyrillic in English', { 'packages/locales/en/profile.json': { title: 'Сampaigns' } }, 'Cyrillic in English'],
    [
      'a missing plural form',
      ua({ title: 'Кампанії', days_one: '{{count}} день', days_other: '{{count}} дня' }),
      'lacks the forms few, many',
    ],
  ])('%s', (_what, changes, message) => {
    expect(problemsOf(changes).join('\n')).toContain(message);
  });

  it('problems in the texts of the server', () => {
    const emails = {
      'apps/server/src/mail/locales/ua.json': { hello: 'Вітаємо' },
      'apps/server/src/mail/locales/en.json': { hello: 'Hello' },
    };
    expect(problemsOf(emails).join('\n')).toContain('apps/server/src/mail/locales/ru.json: is missing');
  });
});

describe('a key used by the web app', () => {
  const page = (code) => problemsOf({ 'apps/web/src/features/campaigns/page.tsx': code });

  it.each([
    ['in the namespace of the file', "const { t } = useTranslation('campaigns'); t('title');"],
    ['with an explicit namespace', "t('campaigns:cards.name');"],
    [
      'with a namespace in its options',
      "const { t } = useTranslation('months'); t('cards.name', { ns: 'campaigns' });",
    ],
    ['as the stem of a plural', "const { t } = useTranslation('campaigns'); t('cards.clicks', { count });"],
    ['as a prefix of existing keys', `const { t } = useTranslation('campaigns'); t(\`cards.\${name}\`);`],
    ['in a comment only', "// t('nothing')"],
  ])('is accepted %s', (_where, code) => {
    expect(page(code)).toEqual([]);
  });

  it.each([
    [
      'a key that does not exist',
      "const { t } = useTranslation('campaigns'); t('titel');",
      'no text "titel" in campaigns',
    ],
    [
      'a key of another namespace',
      "const { t } = useTranslation('months'); t('cards.name');",
      'no text "cards.name" in months',
    ],
    [
      'one of two keys in a conditional',
      "const { t } = useTranslation('months'); t(open ? 'title' : 'hide');",
      'no text "hide" in months',
    ],
    [
      'a prefix that no key has',
      `const { t } = useTranslation('campaigns'); t(\`status.\${name}\`);`,
      'no text "status.…" in campaigns',
    ],
    ['an unknown namespace', "useTranslation('campaign');", 'there is no namespace "campaign"'],
    ['a key in markup', 'useTranslation(\'months\'); <Trans i18nKey="terms" />', 'no text "terms" in months'],
  ])('is reported: %s', (_what, code, message) => {
    expect(page(code).join('\n')).toContain(message);
  });
});
