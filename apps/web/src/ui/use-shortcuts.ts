import { type RefObject, useEffect, useRef } from 'react';
import { isAllowed, shortcutOf } from './shortcut.ts';

/** Where shortcuts belong, nearest first: the nearer of two with the same keys gets them. */
const SCOPES = ['form', 'list', 'screen', 'everywhere', 'go_to'] as const;
type Scope = (typeof SCOPES)[number];

export interface Shortcut {
  /** As `shortcutOf` names them; any of them does it. Two keys one after the other stand with a space: `g c`. */
  keys: readonly string[];
  /** What it does, for the reader. */
  label: string;
  /** Answers false when there was nothing to do: then the key is left to others. */
  run: (event: KeyboardEvent) => unknown;
  /** Whether there is something to do with it on the screen as it stands. */
  isThere?: () => boolean;
  /** Belongs to a dialog, or works in one; all others rest while something is open over the page. */
  inDialog?: boolean;
}

interface Registered {
  scope: Scope;
  latest: RefObject<readonly Shortcut[]>;
}

const registered = new Set<Registered>();

/** How long the second of two keys is waited for. */
const SECOND_KEY_MS = 1500;
let first: { key: string; at: number } | null = null;

const somethingIsOpen = (): boolean =>
  document.querySelector('#modal-root :is([role="dialog"], [role="menu"])') !== null;

const shortcutsOf = (scope: Scope): Shortcut[] =>
  [...registered]
    .filter((each) => each.scope === scope)
    .flatMap(({ latest }) => latest.current)
    .filter(({ isThere }) => isThere?.() ?? true);

/** What works on the screen now, by where it belongs: the same thing once, and without the keys that something nearer has. */
export function availableShortcuts(): { scope: Scope; shortcuts: Shortcut[] }[] {
  const taken = new Set<string>();
  return SCOPES.map((scope) => {
    const free = (key: string) => isAllowed(key) && !taken.has(key);
    const shortcuts = shortcutsOf(scope)
      .map((each) => ({ ...each, keys: each.keys.filter(free) }))
      .filter(({ keys }) => keys.length > 0);
    for (const key of shortcuts.flatMap(({ keys }) => keys)) taken.add(key);
    return { scope, shortcuts: [...new Map(shortcuts.map((each) => [each.label, each])).values()] };
  }).filter(({ shortcuts }) => shortcuts.length > 0);
}

function onKey(event: KeyboardEvent): void {
  const key = shortcutOf(event);
  if (key === null || event.key === 'Shift') return;
  const isSecond = first !== null && event.timeStamp - first.at < SECOND_KEY_MS;
  const pressed = isSecond ? `${first?.key} ${key}` : key;
  const isOpen = somethingIsOpen();
  const known = SCOPES.flatMap(shortcutsOf).filter(({ inDialog = false }) => inDialog || !isOpen);
  // A key that is held acts once, and keeps what the browser would do from happening later.
  const act = ({ run }: Shortcut) => (event.repeat ? key.startsWith('mod+') : run(event) !== false);
  first = null;
  if (known.some((shortcut) => shortcut.keys.includes(pressed) && act(shortcut))) event.preventDefault();
  else if (!isSecond && known.some(({ keys }) => keys.some((each) => each.startsWith(`${key} `)))) {
    first = { key, at: event.timeStamp };
  }
}

/** The one way to give keys a meaning: what is named here acts, and stands in the help, as long as the component is there. */
export function useShortcuts(scope: Scope, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const entry: Registered = { scope, latest };
    // On the window, so that whatever is nearer to the key has had it before.
    if (registered.size === 0) window.addEventListener('keydown', onKey);
    registered.add(entry);
    return () => {
      registered.delete(entry);
      if (registered.size === 0) window.removeEventListener('keydown', onKey);
    };
  }, [scope]);
}
