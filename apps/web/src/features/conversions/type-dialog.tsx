import { DEDUPE_MODES } from '@poklik/contract/campaigns';
import { ConversionTypeForm, type ListedConversionType } from '@poklik/contract/conversion-types';
import { BASE_CURRENCY, CURRENCIES } from '@poklik/contract/money';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCurrencyName } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useTypeName } from '../../widgets/conversion-types/conversion-types.queries.ts';
import css from './conversions.module.css';
import { toFormError } from './type-error.ts';

/** The type at a place of the list, or a new one at its end. */
export interface TypeRequest {
  types: readonly ListedConversionType[];
  place: number | null;
}

interface TypeDialogProps {
  request: TypeRequest | null;
  onSave: (types: readonly ListedConversionType[]) => Promise<void>;
  onClose: () => void;
}

export function TypeDialog({ request, onSave, onClose }: TypeDialogProps) {
  const { t } = useTranslation('conversions');
  const typeName = useTypeName();
  const type = request?.place == null ? undefined : request.types[request.place];
  return (
    <Modal
      opened={request !== null}
      onClose={onClose}
      title={type ? t('type_list.edit_title', { type: typeName(type.code) }) : t('type_list.add_title')}
      closeOnClickOutside={false}
    >
      {request && <TypeForm request={request} onSave={onSave} onDone={onClose} />}
    </Modal>
  );
}

interface TypeFormProps extends Omit<TypeDialogProps, 'onClose' | 'request'> {
  request: TypeRequest;
  onDone: () => void;
}

function TypeForm({ request: { types, place }, onSave, onDone }: TypeFormProps) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const type = place === null ? undefined : types[place];
  const at = place ?? types.length;
  const form = useZodForm(ConversionTypeForm, {
    defaultValues: {
      code: type?.code ?? '',
      name: type?.name ?? '',
      is_conversion: type?.is_conversion ?? true,
      is_revenue: type?.is_revenue ?? true,
      payout: type?.payout ?? '',
      currency: type?.currency ?? BASE_CURRENCY,
      dedupe_mode: type?.dedupe_mode ?? '',
    },
  });
  const currencies = useMemo(
    () => CURRENCIES.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` })),
    [language],
  );
  const submit = async ({ payout, dedupe_mode, ...values }: ConversionTypeForm) => {
    const saved = {
      ...values,
      payout: payout === '' ? null : payout,
      dedupe_mode: dedupe_mode === '' ? null : dedupe_mode,
      position: at,
    };
    await onSave(types.toSpliced(at, type ? 1 : 0, saved)).catch((error: unknown) => {
      throw toFormError(error, { list: 'types', place: at, field: 'code' });
    });
    onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <TextField name="code" label={t('type_list.code')} autoComplete="off" disabled={type !== undefined} required />
      <TextField name="name" label={t('type_list.name')} hint={t('type_list.name_hint')} autoComplete="off" />
      <CheckboxField
        name="is_conversion"
        label={t('type_list.is_conversion')}
        hint={t('type_list.is_conversion_hint')}
      />
      <CheckboxField name="is_revenue" label={t('type_list.is_revenue')} />
      <div className={css.pair}>
        <TextField
          name="payout"
          label={t('type_list.payout')}
          hint={t('type_list.payout_hint')}
          read={parseAmount}
          inputMode="decimal"
          autoComplete="off"
        />
        <SelectField name="currency" label={t('type_list.currency')} searchable options={currencies} />
      </div>
      <SelectField
        name="dedupe_mode"
        label={t('type_list.dedupe_mode')}
        options={[
          { value: '', label: t('type_list.by_campaign') },
          ...DEDUPE_MODES.map((mode) => ({ value: mode, label: t(`type_list.modes.${mode}`) })),
        ]}
      />
      <DialogActions>
        <SubmitButton>{t('type_list.save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
