import type { BlackListEntry } from '@poklik/contract/black-list';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { AddressList } from './address-list.tsx';
import { useRemoveAddresses } from './black-list.queries.ts';
import css from './black-list-dialog.module.css';

interface RemoveDialogProps {
  opened: boolean;
  /** Entries to remove; kept while the dialog fades out. */
  entries: readonly BlackListEntry[];
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveDialog({ opened, entries, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('black_list_page');
  const { t: control } = useTranslation('select');
  const remove = useRemoveAddresses();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('remove_title', { count: entries.length })}
      onConfirm={async () => {
        await remove.mutateAsync(entries.map(({ id }) => id));
        onRemoved();
      }}
      confirmLabel={control('delete')}
      cancelLabel={control('cancel')}
      danger
    >
      <div className={css.part}>
        <AddressList
          label={t('ip')}
          items={entries.map(({ ip, action, campaign }) => ({
            text: ip,
            note: `${t(action)} · ${campaign?.name ?? control('all_campaigns')}`,
          }))}
        />
        <p className={css.consequence}>{t('remove_consequence')}</p>
      </div>
    </ConfirmDialog>
  );
}
