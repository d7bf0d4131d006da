import { useTranslation } from 'react-i18next';
import { useShortcuts } from './use-shortcuts.ts';

/** C adds one more of what the screen lists, when the reader may. */
export function useCreateKey(create: (() => void) | undefined): void {
  const { t } = useTranslation('select');
  useShortcuts('screen', create ? [{ keys: ['c'], label: t('keys.create'), run: create }] : []);
}
