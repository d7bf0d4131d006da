import type { CostEntry } from '@poklik/contract/costs';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useUndoCost } from './costs.queries.ts';

/** Confirms that statistics go back to what they were without the entry. */
export function UndoDialog({ entry, onClose }: { entry: CostEntry | null; onClose: () => void }) {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  const undo = useUndoCost();
  const amount = entry ? formatMoney(language, entry.amount, entry.currency) : '';
  return (
    <ConfirmDialog
      opened={entry !== null}
      onClose={onClose}
      title={t('undo.title', { amount })}
      confirmLabel={t('undo.open')}
      onConfirm={async () => {
        if (entry) await undo.mutateAsync({ id: entry.id });
        toast(t('undo.done'));
      }}
    >
      <p>{t('undo.text', { campaign: entry?.campaign.name ?? '' })}</p>
    </ConfirmDialog>
  );
}
