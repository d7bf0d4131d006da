import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Select } from '../../ui/choice/select.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import fieldCss from '../../ui/form/field.module.css';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import type { DialogProps } from './dialog-props.ts';
import { useAssignTariff } from './users.queries.ts';
import css from './users-page.module.css';

const TARIFF_ID = 'assigned-tariff';
const REASON_ID = 'assigned-reason';

/** Assigns a plan free of charge that never expires. */
export function TariffDialog({ user, opened, onClose }: DialogProps) {
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const tariffs = useTariffs(opened);
  const assign = useAssignTariff();
  const [tariff, setTariff] = useState(user.tariff ? String(user.tariff.id) : null);
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('tariff.title', { email: user.owner.email })}
      confirmLabel={t('tariff.confirm')}
      cancelLabel={control('cancel')}
      onConfirm={async () => {
        if (tariff === null) throw new Error(t('tariff.choose'));
        toast((await assign.mutateAsync({ user, tariff, reason })).message);
      }}
    >
      <div className={css.assign}>
        <p>{t('tariff.text')}</p>
        <Field id={TARIFF_ID} label={t('column.tariff')} error={tariffs.error?.message}>
          <Select
            id={TARIFF_ID}
            value={tariff}
            onChange={setTariff}
            options={(tariffs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name[language] }))}
          />
        </Field>
        <Field id={REASON_ID} label={t('tariff.reason')} error={undefined}>
          <input
            id={REASON_ID}
            className={fieldCss.control}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
