import type { Domain } from '@poklik/contract/domains';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/choice/select.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useRemoveDomain } from './domains.queries.ts';

interface RemoveDialogProps {
  domain: Domain;
  /** Domains that its campaigns can be moved to. */
  others: readonly Domain[];
  opened: boolean;
  onClose: () => void;
}

/** Campaigns that use the domain get another one. */
export function RemoveDialog({ domain, others, opened, onClose }: RemoveDialogProps) {
  const { t } = useTranslation(['domains', 'select']);
  const remove = useRemoveDomain();
  const [target, setTarget] = useState(() => others.find(({ kind }) => kind === 'given') ?? others[0]);
  const id = useId();
  const isUsed = domain.campaigns > 0;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('remove.title', { name: domain.name })}
      confirmLabel={t('remove.act')}
      cancelLabel={t('select:cancel')}
      danger
      onConfirm={async () => {
        const moveTo = isUsed && target ? String(target.id) : null;
        toast((await remove.mutateAsync({ domain, moveTo })).message);
      }}
    >
      <p>{t('remove.text')}</p>
      {isUsed && (
        <Field id={id} label={t('remove.move_to', { count: domain.campaigns })} error={undefined}>
          <Select
            id={id}
            value={target ? String(target.id) : null}
            options={others.map((other) => ({ value: String(other.id), label: other.name }))}
            onChange={(value) => setTarget(others.find((other) => String(other.id) === value))}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
}
