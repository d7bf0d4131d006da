import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyFind, fuzzyScore } from './fuzzy-match.ts';
import { layoutReadings } from './keyboard-layouts.ts';

describe('typed text', () => {
  it.each([
    ['on a Latin layout is read in Ukrainian', 'rfvgfys]', 'кампанії'],
    ['on a Latin layout is read in Russian', 'rfvgfybb', 'кампании'],
    ['on a Latin layout is read with ґ', 'f\\heyn', 'аґрунт'],
    ['on a Latin layout is read with ъ', 'j,]zdktybt', 'объявление'],
    ['on a Ukrainian layout is read in Latin', 'ефкшааі', 'tariffs'],
    ['on a Russian layout is read in Latin', 'ефкшааы', 'tariffs'],
    ['on a Ukrainian layout is read in Russian', 'тарифі', 'тарифы'],
    ['on a Russian layout is read in Ukrainian', 'инструкцыъ', 'инструкції'],
    ['is read in lower case', 'RFVGFYS]', 'кампанії'],
  ])('%s', (_, typed, meant) => {
    expect(layoutReadings(typed)).toContain(meant);
  });

  it('is the first reading, and readings are unique', () => {
    expect(layoutReadings('Кампанії')[0]).toBe('кампанії');
    expect(layoutReadings('123')).toEqual(['123']);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const all = layoutReadings(text);
        expect(all[0]).toBe(text.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

describe('text', () => {
  it.each([
    ['its beginning', 'камп', 'Кампанії'],
    ['its beginning on the wrong layout', 'rfvg', 'Кампанії'],
    ['a Latin name on the wrong layout', 'ісщау', 'scofe coffee'],
    ['the beginning of a later word', 'спис', 'Чорний список'],
    ['what stands inside', 'токен', 'API-токени'],
    ['the beginnings of its words', 'новкам', 'Нова кампанія'],
    ['its initials', 'чс', 'Чорний список'],
    ['characters of a word in order', 'кмпн', 'Кампанії'],
    ['a missing character', 'кампнії', 'Кампанії'],
    ['an extra character', 'статтистика', 'Статистика'],
    ['a wrong character', 'стотистика', 'Статистика'],
    ['two characters swapped', 'сатти', 'Статистика'],
    ['its words in another order', 'тема темна', 'Темна тема'],
    ['a character without its dots', 'черный', 'Чёрный список'],
    ['a word without its apostrophe', 'имя', 'Им’я'],
  ])('is found by %s', (_, typed, text) => {
    expect(fuzzyScore(typed, text)).not.toBeNull();
  });

  it.each([
    ['nothing', '   '],
    ['another word', 'тариф'],
    ['one word that fits and one that does not', 'кампанії тариф'],
    ['characters in another order', 'пмк'],
    ['two scattered characters', 'кн'],
  ])('is not found by %s', (_, typed) => {
    expect(fuzzyScore(typed, 'Кампанії')).toBeNull();
  });

  it('always matches itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zа-яіїєґ0-9]{1,12}( [a-zа-яіїєґ0-9]{1,12}){0,3}$/), (name) => {
        expect(fuzzyScore(name, name)).not.toBeNull();
      }),
    );
  });
});

describe('search results', () => {
  const items = ['Транзакції', 'Нова кампанія', 'Кампанії', 'Камінь'].map((label) => ({ label }));

  it('start with the best match', () => {
    expect(fuzzyFind('камп', items).items.map(({ label }) => label)).toEqual(['Кампанії', 'Нова кампанія']);
  });

  it('are approximate only when nothing matches', () => {
    const known = [{ label: 'Клавіатурні скорочення' }, { label: 'Кава взимку' }];
    expect(fuzzyFind('кава', known)).toEqual({ items: [{ label: 'Кава взимку' }], isApproximate: false });
    expect(fuzzyFind('кава', known.slice(0, 1))).toEqual({ items: known.slice(0, 1), isApproximate: true });
  });

  it('rank the typed text before other layout readings', () => {
    const both = [{ label: 'сфьз' }, { label: 'camp' }];
    expect(fuzzyFind('camp', both).items.map(({ label }) => label)).toEqual(['camp', 'сфьз']);
  });

  it('also match keywords, which rank below the label', () => {
    const known = [{ label: 'Оформлення', words: ['Темна тема'] }, { label: 'Темна тема' }];
    expect(fuzzyFind('темна', known).items.map(({ label }) => label)).toEqual(['Темна тема', 'Оформлення']);
  });
});
