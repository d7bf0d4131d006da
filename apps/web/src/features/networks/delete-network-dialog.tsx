import type { Network } from '@poklik/contract/networks';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDeleteNetwork } from './networks.queries.ts';

export function DeleteNetworkDialog({ network, onClose }: { network: Network | null; onClose: () => void }) {
  const { t } = useTranslation('networks');
  const { t: control } = useTranslation('select');
  const remove = useDeleteNetwork();
  return (
    <ConfirmDialog
      opened={network !== null}
      onClose={onClose}
      title={t('delete_dialog.title', { name: network?.name ?? '' })}
      confirmLabel={t('delete')}
      cancelLabel={control('cancel')}
      danger
      onConfirm={async () => {
        if (network) await remove.mutateAsync(network.id);
        toast(t('delete_dialog.done'));
      }}
    >
      <p>{t('delete_dialog.text', { count: network?.campaigns ?? 0 })}</p>
    </ConfirmDialog>
  );
}
