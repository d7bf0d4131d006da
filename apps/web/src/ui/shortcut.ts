/** Keys whose sign on a Cyrillic layout is another letter. */
const SIGNS_BY_CODE: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: '/' };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A checkbox takes no text, so letters pressed on it are shortcuts. */
const takesText = (target: EventTarget | null): boolean =>
  isTyping(target) && !(target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type));

let allowed = true;

/** Single letters and signs can be switched off, for who presses them by accident or by voice; keys with names stay. */
export const allowShortcuts = (on: boolean): void => {
  allowed = on;
};

/**
 * The single key that was pressed as a shortcut: a letter, sign or name such as `Enter`, else null.
 * The sign counts where it is Latin, so that other Latin layouts stay right; else the place of the key, so that Cyrillic layouts work.
 */
export function shortcutOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.repeat || event.isComposing) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return null;
  if (!allowed && event.key.length === 1) return null;
  if (event.key === '?' || (event.shiftKey && event.code === 'Slash')) return '?';
  if (event.key.length > 1) return event.key;
  if (/^[\x21-\x7e]$/.test(event.key)) return event.key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  return letter?.toLowerCase() ?? SIGNS_BY_CODE[event.code] ?? null;
}
