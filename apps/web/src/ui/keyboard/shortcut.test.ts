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

describe('shortcut', () => {
  it.each([
    ['the character of a Latin layout', { key: 'j', code: 'KeyJ' }, 'j'],
    ['an uppercase character as lowercase', { key: 'X', code: 'KeyX' }, 'x'],
    ['a character with Shift as another shortcut', { key: 'X', code: 'KeyX', shiftKey: true }, 'shift+x'],
    ['an arrow with Shift as another shortcut', { key: 'ArrowUp', code: 'ArrowUp', shiftKey: true }, 'shift+ArrowUp'],
    ['a digit that needs Shift, as on a French layout', { key: '1', code: 'Digit1', shiftKey: true }, '1'],
    ['a sign that needs Shift, as on a German layout', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['the place of the slash on a Ukrainian layout', { key: '.', code: 'Slash' }, '/'],
    ['a full stop elsewhere', { key: '.', code: 'Period' }, '.'],
    ['the place of the key on a Ukrainian layout', { key: 'о', code: 'KeyJ' }, 'j'],
    ['the place of a bracket on a Ukrainian layout', { key: 'х', code: 'BracketLeft' }, '['],
    ['the character, not the position, on Dvorak', { key: 'f', code: 'KeyY' }, 'f'],
    ['a question mark on any layout', { key: ',', code: 'Slash', shiftKey: true }, '?'],
    ['a named key', { key: 'ArrowDown', code: 'ArrowDown' }, 'ArrowDown'],
    ['a combination with Ctrl', { key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
    ['a combination with Ctrl on a Ukrainian layout', { key: 'л', code: 'KeyK', ctrlKey: true }, 'mod+k'],
    [
      'nothing with Ctrl and Shift, which are the browser’s',
      { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true },
      null,
    ],
    ['nothing with AltGr, which types', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }, null],
    ['nothing with Meta', { key: 'w', code: 'KeyW', metaKey: true }, null],
    ['nothing with Alt', { key: 'j', code: 'KeyJ', altKey: true }, null],
    ['nothing while a character is composed', { key: 'j', code: 'KeyJ', isComposing: true }, null],
  ])('is %s', (_, init, expected) => {
    expect(press(init)).toBe(expected);
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>'])(
    'is nothing inside %s, except for combinations',
    (html) => {
      expect(press({ key: 'j', code: 'KeyJ' }, element(html))).toBeNull();
      expect(press({ key: 's', code: 'KeyS', ctrlKey: true }, element(html))).toBe('mod+s');
    },
  );

  it('works on a checkbox, which takes no text', () => {
    expect(press({ key: 'x', code: 'KeyX' }, element('<input type="checkbox">'))).toBe('x');
  });
});

describe('disabled shortcuts', () => {
  it('ignore single characters but keep named keys and combinations', () => {
    allowShortcuts(false);
    expect(press({ key: 'j', code: 'KeyJ' })).toBeNull();
    expect(press({ key: 'о', code: 'KeyJ' })).toBeNull();
    expect(press({ key: '?', code: 'Slash', shiftKey: true })).toBeNull();
    expect(press({ key: 'X', code: 'KeyX', shiftKey: true })).toBeNull();
    expect(press({ key: 'ArrowDown', code: 'ArrowDown' })).toBe('ArrowDown');
    expect(press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe('mod+k');
    allowShortcuts(true);
    expect(press({ key: 'j', code: 'KeyJ' })).toBe('j');
  });
});
