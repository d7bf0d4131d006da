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

/** Single-key shortcuts can be turned off; named keys and combinations stay. */
export const allowShortcuts = (on: boolean): void => {
  allowed = on;
};

/** Whether this key is active. */
export const isAllowed = (key: string): boolean => allowed || key.startsWith('mod+') || /^\w{2,}$/.test(key);

/**
 * What was pressed as a shortcut: a character, a name such as `Enter`, or a combination such as `mod+k`; else null.
 * The sign counts where it is Latin, so that other Latin layouts stay right; else the place of the key, so that Cyrillic layouts work.
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
  // Only a Cyrillic layout has its full stop there.
  if (key === '.' && code === 'Slash') return '/';
  if (/^[\x21-\x7e]$/.test(key)) return key.toLowerCase();
  const character = /^Key([A-Z])$/.exec(code)?.[1];
  return character?.toLowerCase() ?? CHARS_BY_CODE[code] ?? null;
}
