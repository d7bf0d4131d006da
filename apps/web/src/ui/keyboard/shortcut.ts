/** Characters whose keys type another character on a Cyrillic layout. */
const CHARS_BY_CODE: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: '/' };

const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** Name of the modifier key on this platform. */
export const MOD_KEY = IS_APPLE ? '⌘' : 'Ctrl';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A checkbox takes no text, so characters pressed on it are shortcuts. */
const takesText = (target: EventTarget | null): boolean =>
  isTyping(target) && !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type));

let allowed = true;

/** Single-character shortcuts can be turned off; named keys and combinations stay. */
export const allowShortcuts = (on: boolean): void => {
  allowed = on;
};

/** Whether this shortcut is enabled. */
export const isAllowed = (key: string): boolean => allowed || key.startsWith('mod+') || /^\w{2,}$/.test(key);

/**
 * The pressed shortcut: a character, a name such as `Enter`, or a combination such as `mod+k`; otherwise null. Latin
 * characters count as typed, so other Latin layouts work; for other characters the key position counts, so Cyrillic
 * layouts work.
 */
export function shortcutOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (IS_APPLE ? event.ctrlKey : event.metaKey) return null;
  const key = keyOf(event);
  if (key === null) return null;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? null : `mod+${key}`;
  if (takesText(event.target)) return null;
  const withShift = event.shiftKey && /^([a-z]|\w{2,})$/.test(key) ? `shift+${key}` : key;
  return isAllowed(key) ? withShift : null;
}

function keyOf({ key, code, shiftKey }: KeyboardEvent): string | null {
  if (key === '?' || (shiftKey && code === 'Slash')) return '?';
  if (key.length > 1) return key;
  if (key === ' ') return 'Space';
  // Only Cyrillic layouts have the full stop on this key.
  if (key === '.' && code === 'Slash') return '/';
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  const character = /^Key([A-Z])$/.exec(code)?.[1];
  return character?.toLowerCase() ?? CHARS_BY_CODE[code] ?? null;
}
