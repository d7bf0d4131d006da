import { useTranslation } from 'react-i18next';
import { useShortcuts } from './use-shortcuts.ts';

/** C creates a new item of the listed kind, if the user has permission. */
export function useCreateKey(create: (() => void) | undefined): void {
  const { t } = useTranslation('select');
  useShortcuts('screen', create ? [{ keys: ['c'], label: t('keys.create'), run: create }] : []);
}
