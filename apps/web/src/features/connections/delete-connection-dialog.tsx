import type { Connection } from '@poklik/contract/connections';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDeleteConnection } from './connections.queries.ts';

export function DeleteConnectionDialog({
  connection,
  onClose,
}: {
  connection: Connection | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('connections');
  const { t: control } = useTranslation('select');
  const remove = useDeleteConnection();
  return (
    <ConfirmDialog
      opened={connection !== null}
      onClose={onClose}
      title={t('delete_dialog.title', { name: connection?.name ?? '' })}
      confirmLabel={t('delete')}
      cancelLabel={control('cancel')}
      danger
      onConfirm={async () => {
        if (connection) await remove.mutateAsync(connection.id);
        toast(t('delete_dialog.done'));
      }}
    >
      <p>{t('delete_dialog.text', { count: connection?.campaigns ?? 0 })}</p>
    </ConfirmDialog>
  );
}
