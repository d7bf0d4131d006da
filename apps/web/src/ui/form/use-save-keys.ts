import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';

const FORMS = 'form[data-saved-by-keys]';

const isShown = (form: Element): boolean => form.getClientRects().length > 0 && form.closest('[inert]') === null;

/**
 * The form that the shortcut applies to: the focused one, otherwise the only visible one. A dialog hides those behind
 * it.
 */
function meantForm(): Element | null {
  const around = document.activeElement?.closest(FORMS);
  if (around) return around;
  const place = document.querySelector('#modal-root [role="dialog"]') ?? document;
  const [only, ...others] = [...place.querySelectorAll(FORMS)].filter(isShown);
  return others.length === 0 ? (only ?? null) : null;
}

/** Ctrl+S and Ctrl+Enter submit the form. */
export function useSaveKeys(form: RefObject<HTMLFormElement | null>): void {
  const { t } = useTranslation('select');
  useShortcuts('form', [
    {
      keys: ['mod+s', 'mod+Enter'],
      label: t('keys.save'),
      isThere: () => form.current !== null && isShown(form.current),
      inDialog: true,
      run: () => (meantForm() === form.current ? form.current?.requestSubmit() : false),
    },
  ]);
}
