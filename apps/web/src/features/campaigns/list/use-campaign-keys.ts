import { useTranslation } from 'react-i18next';
import { useCreateKey } from '../../../ui/keyboard/use-create-key.ts';
import { useShortcuts } from '../../../ui/keyboard/use-shortcuts.ts';

/** Clicks a control in the focused row. */
const clickInFocusedRow = (selector: string) => () => {
  const control = document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(selector);
  return control ? control.click() : false;
};

/** C creates a campaign; in a row E opens it and L copies its link. */
export function useCampaignKeys(onCreate: (() => void) | undefined): void {
  const { t } = useTranslation('campaigns');
  useCreateKey(onCreate);
  useShortcuts('screen', [
    { keys: ['e'], label: t('keys.edit'), run: clickInFocusedRow('a[href]') },
    { keys: ['l'], label: t('keys.copy_link'), run: clickInFocusedRow('[data-copy]') },
  ]);
}
