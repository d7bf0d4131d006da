import { fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowShortcuts } from './shortcut.ts';
import { availableShortcuts, type Shortcut, useShortcuts } from './use-shortcuts.ts';

function Keys({ scope, shortcuts }: { scope: Parameters<typeof useShortcuts>[0]; shortcuts: readonly Shortcut[] }) {
  useShortcuts(scope, shortcuts);
  return null;
}

const shortcut = (keys: string, more: Partial<Shortcut> = {}) => ({ keys: [keys], label: keys, run: vi.fn(), ...more });
/** Returns whether the browser's default action is still allowed. */
const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.body, { key, code: `Key${key.toUpperCase()}`, ...init });
const modalRoot = () => document.getElementById('modal-root') as HTMLElement;

afterEach(() => {
  allowShortcuts(true);
});

describe('component shortcut', () => {
  it('runs once while a key is held and prevents the browser default of a held combination', () => {
    const [create, save] = [shortcut('c'), shortcut('mod+s')];
    render(<Keys scope="screen" shortcuts={[create, save]} />);
    expect(press('c')).toBe(false);
    press('c', { repeat: true });
    expect(press('s', { ctrlKey: true })).toBe(false);
    expect(press('s', { ctrlKey: true, repeat: true })).toBe(false);
    expect(create.run).toHaveBeenCalledTimes(1);
    expect(save.run).toHaveBeenCalledTimes(1);
  });

  it('is removed with the component', () => {
    const create = shortcut('c');
    const { unmount } = render(<Keys scope="screen" shortcuts={[create]} />);
    unmount();
    expect(press('c')).toBe(true);
    expect(create.run).not.toHaveBeenCalled();
    expect(availableShortcuts()).toEqual([]);
  });

  it('takes precedence over a global one, regardless of registration order', () => {
    const [near, far] = [shortcut('/'), shortcut('/')];
    render(
      <>
        <Keys scope="list" shortcuts={[near]} />
        <Keys scope="everywhere" shortcuts={[far]} />
      </>,
    );
    press('/');
    expect(near.run).toHaveBeenCalled();
    expect(far.run).not.toHaveBeenCalled();
  });

  it('passes the key on when it has nothing to do', () => {
    const [near, far] = [shortcut('/', { run: () => false }), shortcut('/')];
    render(
      <>
        <Keys scope="list" shortcuts={[near, shortcut('/', { isThere: () => false })]} />
        <Keys scope="everywhere" shortcuts={[far]} />
      </>,
    );
    press('/');
    expect(far.run).toHaveBeenCalled();
  });

  it.each(['dialog', 'menu'])('is inactive while a %s is open, unless it works in dialogs', (role) => {
    const [create, walk] = [shortcut('c'), shortcut('v', { inDialog: true })];
    render(<Keys scope="screen" shortcuts={[create, walk]} />);
    modalRoot().innerHTML = `<div role="${role}"></div>`;
    press('c');
    press('v');
    expect(create.run).not.toHaveBeenCalled();
    expect(walk.run).toHaveBeenCalled();
  });
});

describe('two-key sequence', () => {
  it('runs as one shortcut without triggering the second key alone', () => {
    const [goTo, create] = [shortcut('g c'), shortcut('c')];
    render(<Keys scope="screen" shortcuts={[goTo, create]} />);
    press('п', { code: 'KeyG' });
    press('с', { code: 'KeyC' });
    expect(goTo.run).toHaveBeenCalledTimes(1);
    expect(create.run).not.toHaveBeenCalled();
    press('c');
    expect(create.run).toHaveBeenCalledTimes(1);
  });

  it('does nothing when the second key is different, and the next key starts over', () => {
    const [goTo, create, compare] = [shortcut('g c'), shortcut('c'), shortcut('v')];
    render(<Keys scope="screen" shortcuts={[goTo, create, compare]} />);
    press('g');
    press('v');
    expect(compare.run).not.toHaveBeenCalled();
    press('c');
    expect(create.run).toHaveBeenCalledTimes(1);
    expect(goTo.run).not.toHaveBeenCalled();
  });

  it('counts as two keys when the second comes late', () => {
    const [goTo, create] = [shortcut('g c'), shortcut('c')];
    render(<Keys scope="screen" shortcuts={[goTo, create]} />);
    const at = (time: number, key: string) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: time });
      document.body.dispatchEvent(event);
    };
    at(1_000, 'g');
    at(2_600, 'c');
    expect(goTo.run).not.toHaveBeenCalled();
    expect(create.run).toHaveBeenCalledTimes(1);
  });
});

describe('list of available shortcuts', () => {
  it('lists each shortcut once, and only available ones', () => {
    const save = shortcut('mod+s');
    render(
      <>
        <Keys scope="form" shortcuts={[save]} />
        <Keys scope="form" shortcuts={[save, shortcut('mod+b', { isThere: () => false })]} />
        <Keys scope="list" shortcuts={[shortcut('/')]} />
        <Keys scope="everywhere" shortcuts={[shortcut('?'), shortcut('/'), shortcut('k', { keys: ['mod+k', '/'] })]} />
      </>,
    );
    const told = availableShortcuts().map(({ scope, shortcuts }) => [scope, ...shortcuts.map(({ label }) => label)]);
    expect(told).toEqual([
      ['form', 'mod+s'],
      ['list', '/'],
      ['everywhere', '?', 'k'],
    ]);
  });

  it('omits and disables single keys and sequences when they are turned off', () => {
    const all = ['c', 'g c', 'shift+x', '?', 'mod+k', 'ArrowLeft'].map((keys) => shortcut(keys));
    render(<Keys scope="screen" shortcuts={all} />);
    allowShortcuts(false);
    press('c');
    press('g');
    press('c');
    press('?');
    press('k', { ctrlKey: true });
    expect(availableShortcuts()[0]?.shortcuts.map(({ label }) => label)).toEqual(['mod+k', 'ArrowLeft']);
    expect(all.filter(({ run }) => vi.mocked(run).mock.calls.length > 0).map(({ label }) => label)).toEqual(['mod+k']);
  });
});
