import { type RefObject, useEffect, useRef } from 'react';
import { isAllowed, shortcutOf } from './shortcut.ts';

/** Nearest scope first: it wins when two shortcuts have the same keys. */
const SCOPES = ['form', 'list', 'screen', 'everywhere', 'go_to'] as const;
type Scope = (typeof SCOPES)[number];

export interface Shortcut {
  /** Alternatives as named by `shortcutOf`. A two-key sequence is written with a space: `g c`. */
  keys: readonly string[];
  /** Description shown in the help. */
  label: string;
  /** Returns false when there was nothing to do; then the key is passed on. */
  run: (event: KeyboardEvent) => unknown;
  /** Whether the shortcut currently applies. */
  isThere?: () => boolean;
  /** Also works in dialogs; other shortcuts are inactive while a dialog or menu is open. */
  inDialog?: boolean;
}

interface Registered {
  scope: Scope;
  latest: RefObject<readonly Shortcut[]>;
}

const registered = new Set<Registered>();

/** Maximum time between the two keys of a sequence. */
const SECOND_KEY_MS = 1500;
let first: { key: string; at: number } | null = null;

const somethingIsOpen = (): boolean =>
  document.querySelector('#modal-root :is([role="dialog"], [role="menu"])') !== null;

const shortcutsOf = (scope: Scope): Shortcut[] =>
  [...registered]
    .filter((each) => each.scope === scope)
    .flatMap(({ latest }) => latest.current)
    .filter(({ isThere }) => isThere?.() ?? true);

/** Shortcuts that work on the current screen, by scope: each only once, and without keys taken by a nearer scope. */
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
  // A held key runs once; repeats of a combination still prevent the browser default.
  const act = ({ run }: Shortcut) => (event.repeat ? key.startsWith('mod+') : run(event) !== false);
  first = null;
  if (known.some((shortcut) => shortcut.keys.includes(pressed) && act(shortcut))) event.preventDefault();
  else if (!isSecond && known.some(({ keys }) => keys.some((each) => each.startsWith(`${key} `)))) {
    first = { key, at: event.timeStamp };
  }
}

/** The only way to register shortcuts. They work and appear in the help while the component is mounted. */
export function useShortcuts(scope: Scope, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const entry: Registered = { scope, latest };
    // On the window, so that nearer handlers come first.
    if (registered.size === 0) window.addEventListener('keydown', onKey);
    registered.add(entry);
    return () => {
      registered.delete(entry);
      if (registered.size === 0) window.removeEventListener('keydown', onKey);
    };
  }, [scope]);
}
