import { COST_ACTIONS, COST_DIMENSIONS, type CostFilter, CostForm, type CostPreview } from '@poklik/contract/costs';
import { BASE_CURRENCY, CURRENCIES } from '@poklik/contract/money';
import { parseAmount } from '@poklik/domain/money/parse-amount';
import { dayAt } from '@poklik/domain/statistics/calendar';
import { useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatCurrencyName } from '../../format/numbers.ts';
import { useTimeZones } from '../../format/use-time-zones.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { FieldErrorText } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { CostRequest } from '../../widgets/costs/cost-request.ts';
import { DateRangeField } from '../../widgets/dates/date-range-field.tsx';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import { CostChange } from './cost-change.tsx';
import { toFormError, toNewCost } from './cost-values.ts';
import css from './costs.module.css';
import { useAddCosts } from './costs.queries.ts';

interface AddCostDialogProps {
  opened: boolean;
  /** What a report asks to correct. Without it, everything is chosen in the form. */
  request?: CostRequest;
  /** Empty if none is chosen yet. */
  campaignId?: string;
  onClose: () => void;
}

export function AddCostDialog({ opened, request, campaignId = '', onClose }: AddCostDialogProps) {
  const { t } = useTranslation('costs');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(request ? 'add.correct' : 'add.title')}
      wide
      closeOnClickOutside={false}
    >
      <Steps request={request} campaignId={campaignId} onDone={onClose} />
    </Modal>
  );
}

interface StepsProps {
  request: CostRequest | undefined;
  campaignId: string;
  onDone: () => void;
}

/** The form, then what it changes, which is saved. */
function Steps({ request, campaignId, onDone }: StepsProps) {
  const { t } = useTranslation('costs');
  const { timezone } = useCurrentUser();
  const today = dayAt(timezone, Date.now());
  const form = useZodForm(CostForm, {
    defaultValues: {
      ...{ campaign_id: campaignId, start: today, end: today, timezone, amount: '', currency: BASE_CURRENCY },
      ...(request && {
        ...{ campaign_id: String(request.campaignId), timezone: request.timezone },
        ...{ start: request.start, end: request.end },
      }),
      ...{ action: 'set', dimension: '', value: '', note: '' },
    },
  });
  const add = useAddCosts();
  const [preview, setPreview] = useState<CostPreview>();
  const submit = async (values: CostForm) => {
    const isDryRun = preview === undefined;
    const answer = await add
      .mutateAsync({ entries: [toNewCost(values, request?.filters)], dry_run: isDryRun })
      .catch((error: unknown) => {
        setPreview(undefined);
        throw toFormError(error);
      });
    if (isDryRun) return setPreview(answer[0]);
    toast(t('add.done'));
    onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {preview ? (
        <CostChange preview={preview} action={form.getValues('action')} />
      ) : (
        <Fields max={today} filters={request?.filters ?? []} />
      )}
      <DialogActions>
        {preview && <Button onClick={() => setPreview(undefined)}>{t('add.back')}</Button>}
        <SubmitButton>{preview ? t('add.save') : t('add.check')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

function Fields({ max, filters }: { max: string; filters: readonly CostFilter[] }) {
  const { t } = useTranslation('costs');
  const { t: words } = useTranslation('statistics');
  const language = useLanguage();
  const { control } = useFormContext<CostForm>();
  const [campaignId = '', dimension] = useWatch({ control, name: ['campaign_id', 'dimension'] });
  const { options, onSearch } = useCampaignOptions(campaignId === '' ? ALL_CAMPAIGNS : campaignId);
  const timezones = useTimeZones(useCurrentUser().timezone);
  const currencies = useMemo(
    () => CURRENCIES.map((code) => ({ value: code, label: `${code} · ${formatCurrencyName(language, code)}` })),
    [language],
  );
  const dimensions = COST_DIMENSIONS.map((name) => ({
    value: name,
    label: words(`dimension.${name}`, { defaultValue: name }),
  }));
  return (
    <>
      <SelectField
        name="campaign_id"
        label={t('campaign')}
        searchable
        onSearch={onSearch}
        options={options.filter(({ value }) => value !== ALL_CAMPAIGNS)}
        required
      />
      <Period max={max} />
      <SelectField name="timezone" label={t('timezone')} hint={t('timezone_hint')} searchable options={timezones} />
      <div className={css.pair}>
        <TextField
          name="amount"
          label={t('amount')}
          read={parseAmount}
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <SelectField name="currency" label={t('currency')} searchable options={currencies} />
      </div>
      <ChoiceField
        name="action"
        label={t('what')}
        options={COST_ACTIONS.map((each) => ({
          value: each,
          label: t(`action.${each}`),
          text: t(`action_text.${each}`),
        }))}
      />
      {filters.length > 0 ? (
        <ChosenClicks filters={filters} />
      ) : (
        <div className={css.pair}>
          <SelectField
            name="dimension"
            label={t('clicks')}
            searchable
            options={[{ value: '', label: t('all_clicks') }, ...dimensions]}
          />
          {dimension !== '' && <TextField name="value" label={t('value')} hint={t('value_hint')} autoComplete="off" />}
        </div>
      )}
      <TextField name="note" label={t('note')} autoComplete="off" maxLength={200} />
    </>
  );
}

/** The clicks that the report shows; another choice is made there. */
function ChosenClicks({ filters }: { filters: readonly CostFilter[] }) {
  const { t } = useTranslation('costs');
  const { t: words } = useTranslation('statistics');
  return (
    <div className={css.part}>
      <span className={css.label}>{t('clicks')}</span>
      <ul className={css.totals}>
        {filters.map(({ dimension, operator, values }) => (
          <li key={`${dimension} ${operator}`}>
            {words(`dimension.${dimension}`, { defaultValue: dimension })}{' '}
            {words(operator === 'in' ? 'filter.is' : 'filter.is_not')}{' '}
            <strong>{values.map((value) => (value === '' ? words('none.value') : value)).join(', ')}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Period({ max }: { max: string }) {
  const { t } = useTranslation('costs');
  const start = useField('start');
  const end = useField('end');
  const { control, setValue } = useFormContext<CostForm>();
  const [from, until] = useWatch({ control, name: ['start', 'end'] });
  const error = start.error ?? end.error;
  return (
    <div className={css.part}>
      <span className={css.label}>{t('period')}</span>
      <DateRangeField
        names={{ start: t('first_day'), end: t('last_day') }}
        labels={{ start: t('from'), end: t('to') }}
        start={from}
        end={until}
        max={max}
        onChange={(range) => {
          setValue('start', range.start);
          setValue('end', range.end);
          start.form.clearErrors(['start', 'end']);
        }}
      />
      {error && <FieldErrorText id={start.id}>{error}</FieldErrorText>}
    </div>
  );
}
