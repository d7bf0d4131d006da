import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders, guideLanguage, searchGuides } from './guide-text.ts';
import { slugify } from './slug.ts';

const written = (ua: string, ru: string, en: string) => ({ title: { ua, ru, en }, body: { ua, ru, en } });

describe('guide language', () => {
  it.each([
    ['the reader’s own when it is written', written('Посилання', 'Ссылка', 'Link'), 'ru', 'ru'],
    ['Ukrainian when theirs is missing', written('Посилання', '', 'Link'), 'ru', 'ua'],
    ['English when Ukrainian is missing too', written('', '', 'Link'), 'ru', 'en'],
    ['the only one there is', written('', 'Ссылка', ''), 'en', 'ru'],
  ] as const)('is %s', (_, guide, wanted, shown) => expect(guideLanguage(guide, wanted)).toBe(shown));
});

describe('placeholders', () => {
  const values = {
    tracking_link: 'https://t.example/c/k',
    postback_url: 'https://t.example/postback',
    postback_key: 's',
  };

  it('are replaced with the user’s own values', () => {
    expect(fillPlaceholders('{{tracking_link}} and {{ postback_key }}', values)).toBe('https://t.example/c/k and s');
  });
  it('show their name while there is no campaign', () => {
    expect(fillPlaceholders('{{postback_url}}', { site_url: 'https://t.example' })).toBe('‹postback_url›');
  });
  it('leave traffic source macros unchanged', () => {
    expect(fillPlaceholders('{{ad.id}} {click_id} {{tracking_link', values)).toBe(
      '{{ad.id}} {click_id} {{tracking_link',
    );
  });
});

describe('guide search', () => {
  const guides = [written('Постбек', 'Постбэк', 'Postback'), written('Піксель', 'Пиксель', 'Pixel')];

  it.each([
    ['', 2],
    ['пост', 1],
    ['ПІКС', 1],
    ['pixel', 0],
    ['пост піксель', 0],
  ])('%j finds %i in Ukrainian', (query, found) => {
    expect(searchGuides(guides, query, 'ua')).toHaveLength(found);
  });
});

describe('guide slug', () => {
  it.each([
    ['Швидкий старт: від посилання до конверсії', 'shvydkyi-start-vid-posylannia-do-konversii'],
    ['Быстрый старт', 'bystryi-start'],
    ['Cafés & more!', 'cafes-more'],
    ['Під’єднайте джерело', 'pidiednaite-dzherelo'],
    ['!!!', ''],
  ])('of %j is %j', (title, slug) => expect(slugify(title)).toBe(slug));

  it('is always safe in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        expect(slugify(title)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      }),
    );
  });
});
