import type { Campaign } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import css from './delete-dialog.module.css';

interface DeleteDialogProps {
  campaigns: Campaign[];
  opened: boolean;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}

/** Names listed before the rest is only counted. */
const NAMES_MAX = 5;

/** Confirms deletion with names and consequences for visitors and data. */
export function DeleteDialog({ campaigns, opened, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const [first, ...others] = campaigns;
  const count = campaigns.length;
  const hidden = count - NAMES_MAX;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={onConfirm}
      title={
        first && others.length === 0
          ? t('list.delete.title', { name: first.name })
          : t('list.delete.title_many', { what: t('list.campaigns', { count }) })
      }
      confirmLabel={t('select:delete')}
      cancelLabel={t('select:cancel')}
      danger
    >
      {others.length > 0 && (
        <ul className={css.names}>
          {campaigns.slice(0, NAMES_MAX).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {hidden > 0 && <li>{t('list.delete.more', { count: hidden })}</li>}
        </ul>
      )}
      <ul className={css.consequences}>
        <li>{t('list.delete.visitors', { count })}</li>
        <li>{t('list.delete.kept', { count })}</li>
      </ul>
    </ConfirmDialog>
  );
}
