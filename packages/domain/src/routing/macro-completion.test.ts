import { MACROS } from '@poklik/contract/routing';
import { describe, expect, it } from 'vitest';
import { completeMacro, openMacro, suggestMacros } from './macro-completion.ts';

/** The caret is written as |. */
const at = (marked: string) => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') });

describe('macro completion', () => {
  it.each([
    ['https://a.test/?c={|', { start: 18, typed: '' }],
    ['https://a.test/?c={cli|', { start: 18, typed: 'cli' }],
    ['https://a.test/?c={cli|ck_id}', { start: 18, typed: 'cli' }],
    ['https://a.test/?c={click_id}|', null],
    ['https://a.test/?c={click id|', null],
    ['|{', null],
    ['', null],
  ])('starts at an open brace: %s', (marked, expected) => {
    const { text, caret } = marked === '' ? { text: '', caret: 0 } : at(marked);
    expect(openMacro(text, caret)).toEqual(expected);
  });

  it('suggests prefix matches before other matches', () => {
    expect(suggestMacros('c', MACROS).slice(0, 5)).toEqual([
      'click_id',
      'campaign_id',
      'campaign_name',
      'country',
      'cost',
    ]);
    expect(suggestMacros('ID', MACROS)).toEqual(['click_id', 'campaign_id', 'external_id', 'offer_id', 'lander_id']);
    expect(suggestMacros('nothing', MACROS)).toEqual([]);
  });

  it.each([
    ['https://a.test/?c={cl|&d=1', 'https://a.test/?c={click_id}|&d=1'],
    ['https://a.test/?c={cl|ose}&d=1', 'https://a.test/?c={click_id}|&d=1'],
    ['https://a.test/?c={|', 'https://a.test/?c={click_id}|'],
  ])('inserts the macro: %s', (before, after) => {
    const { text, caret } = at(before);
    const open = openMacro(text, caret);
    expect(open).not.toBeNull();
    expect(open && completeMacro(text, caret, open, 'click_id')).toEqual(at(after));
  });
});
