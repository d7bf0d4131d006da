import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Select } from '../../ui/choice/select.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import type { DialogProps } from './dialog-props.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { useAssignTariff } from './users.queries.ts';

const TARIFF_ID = 'assigned-tariff';

/** Assigns a plan free of charge that never expires. */
export function TariffDialog({ user, opened, onClose }: DialogProps) {
  const { t } = useTranslation('users_list');
  const language = useLanguage();
  const tariffs = useTariffs(opened);
  const assign = useAssignTariff();
  const [tariff, setTariff] = useState(user.tariff ? String(user.tariff.id) : null);
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('tariff.title', { email: user.owner.email })}
      confirmLabel={t('tariff.confirm')}
      hint={t('reason_in_log')}
      onConfirm={async ({ reason }) => {
        if (tariff === null) throw new Error(t('tariff.choose'));
        toast((await assign.mutateAsync({ user, tariff, reason })).message);
      }}
    >
      <p>{t('tariff.text')}</p>
      <Field id={TARIFF_ID} label={t('column.tariff')} error={tariffs.error?.message}>
        <Select
          id={TARIFF_ID}
          value={tariff}
          onChange={setTariff}
          options={(tariffs.data ?? []).map(({ id, name }) => ({ value: String(id), label: name[language] }))}
        />
      </Field>
    </ReasonDialog>
  );
}
