import type { Network } from '@poklik/contract/networks';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useReplaceKey } from './networks.queries.ts';

interface ReplaceKeyDialogProps {
  opened: boolean;
  /** Null for the key of the account. */
  network: Network | null;
  onClose: () => void;
}

export function ReplaceKeyDialog({ opened, network, onClose }: ReplaceKeyDialogProps) {
  const { t } = useTranslation('networks');
  const { t: control } = useTranslation('select');
  const replace = useReplaceKey();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('rotate_dialog.title', { name: network?.name ?? t('rotate_dialog.account') })}
      confirmLabel={t('rotate')}
      cancelLabel={control('cancel')}
      onConfirm={async () => {
        await replace.mutateAsync(network?.id ?? null);
        toast(t('rotate_dialog.done'));
      }}
    >
      <p>{t('rotate_dialog.text')}</p>
    </ConfirmDialog>
  );
}
