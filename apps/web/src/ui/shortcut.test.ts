import { describe, expect, it } from 'vitest';
import { allowShortcuts, shortcutOf } from './shortcut.ts';

const press = (init: KeyboardEventInit, target: HTMLElement = document.body) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init });
  let seen: string | null = null;
  target.addEventListener('keydown', (each) => {
    seen = shortcutOf(each);
  });
  target.dispatchEvent(event);
  return seen;
};

const element = (html: string) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
};

describe('a shortcut', () => {
  it.each([
    ['the letter of a Latin layout', { key: 'j', code: 'KeyJ' }, 'j'],
    ['a capital letter as a small one', { key: 'X', code: 'KeyX', shiftKey: true }, 'x'],
    ['the place of the key on a Ukrainian layout', { key: 'о', code: 'KeyJ' }, 'j'],
    ['the place of a bracket on a Ukrainian layout', { key: 'х', code: 'BracketLeft' }, '['],
    ['the letter, not the place, on Dvorak', { key: 'f', code: 'KeyY' }, 'f'],
    ['a question mark on any layout', { key: ',', code: 'Slash', shiftKey: true }, '?'],
    ['a named key', { key: 'ArrowDown', code: 'ArrowDown' }, 'ArrowDown'],
    ['nothing with Ctrl', { key: 'j', code: 'KeyJ', ctrlKey: true }, null],
    ['nothing with Meta', { key: 'w', code: 'KeyW', metaKey: true }, null],
    ['nothing with Alt', { key: 'j', code: 'KeyJ', altKey: true }, null],
    ['nothing while a key is held', { key: 'j', code: 'KeyJ', repeat: true }, null],
    ['nothing while a character is composed', { key: 'j', code: 'KeyJ', isComposing: true }, null],
  ])('is %s', (_, init, expected) => {
    expect(press(init)).toBe(expected);
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>'])('is nothing inside %s', (html) => {
    expect(press({ key: 'j', code: 'KeyJ' }, element(html))).toBeNull();
  });

  it('counts on a checkbox, which takes no text', () => {
    expect(press({ key: 'x', code: 'KeyX' }, element('<input type="checkbox">'))).toBe('x');
  });
});

describe('shortcuts that are switched off', () => {
  it('leave letters and signs alone, and keep the keys that have names', () => {
    allowShortcuts(false);
    expect(press({ key: 'j', code: 'KeyJ' })).toBeNull();
    expect(press({ key: 'о', code: 'KeyJ' })).toBeNull();
    expect(press({ key: '?', code: 'Slash', shiftKey: true })).toBeNull();
    expect(press({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown');
    allowShortcuts(true);
    expect(press({ key: 'j', code: 'KeyJ' })).toBe('j');
  });
});
