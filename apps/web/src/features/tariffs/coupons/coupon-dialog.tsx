import { COUPON_DURATIONS } from '@poklik/contract/coupon-terms';
import { type Coupon, CouponChangeForm, CouponForm } from '@poklik/contract/coupons';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import fieldCss from '../../../ui/form/field.module.css';
import { describedBy, Field } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { MultiSelectField } from '../../../ui/form/multi-select-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useField } from '../../../ui/form/use-field.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useTariffs } from '../../../widgets/billing/tariffs.queries.ts';
import { DateInput } from '../../../widgets/dates/date-input.tsx';
import css from '../tariff-editor.module.css';
import { useChangeCoupon, useCreateCoupon } from './coupons.queries.ts';
import { useCouponText } from './use-coupon-text.ts';

const rulesOf = (coupon: Coupon | null) => ({
  note: coupon?.note ?? '',
  valid_from: coupon?.valid_from ?? null,
  valid_until: coupon?.valid_until ?? null,
  uses_max: coupon?.uses_max ?? null,
  once_per_account: coupon?.once_per_account ?? true,
  new_customers_only: coupon?.new_customers_only ?? false,
  tariff_ids: coupon?.tariff_ids.map(String) ?? [],
});

interface CouponDialogProps {
  /** Null for a new one. */
  coupon: Coupon | null;
  onClose: () => void;
}

export function CouponDialog({ coupon, onClose }: CouponDialogProps) {
  const { t } = useTranslation('tariffs');
  return (
    <Modal
      opened
      onClose={onClose}
      title={coupon ? t('coupons.edit_title', { code: coupon.code }) : t('coupons.add_title')}
      wide
      closeOnClickOutside={false}
    >
      {coupon ? <ChangeForm coupon={coupon} onDone={onClose} /> : <CreateForm onDone={onClose} />}
    </Modal>
  );
}

function CreateForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('tariffs');
  const create = useCreateCoupon();
  const form = useZodForm(CouponForm, {
    defaultValues: { code: '', percent: null, amount: null, duration: 'once', periods: null, ...rulesOf(null) },
  });
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await create.mutateAsync(body);
        toast(t('coupons.created', { code: body.code }));
        onDone();
      }}
    >
      <FormError />
      <Terms />
      <Rules />
      <Actions label={t('coupons.create')} onCancel={onDone} />
    </Form>
  );
}

function ChangeForm({ coupon, onDone }: { coupon: Coupon; onDone: () => void }) {
  const { t } = useTranslation('tariffs');
  const change = useChangeCoupon();
  const { discountOf, durationOf } = useCouponText();
  const form = useZodForm(CouponChangeForm, { defaultValues: rulesOf(coupon) });
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await change.mutateAsync({ id: coupon.id, body });
        toast(t('coupons.saved'));
        onDone();
      }}
    >
      <FormError />
      <p>{t('coupons.terms_stay', { discount: discountOf(coupon), duration: durationOf(coupon) })}</p>
      <Rules />
      <Actions label={t('editor.save')} onCancel={onDone} />
    </Form>
  );
}

function Actions({ label, onCancel }: { label: string; onCancel: () => void }) {
  const { t } = useTranslation('tariffs');
  return (
    <DialogActions>
      <Button onClick={onCancel}>{t('editor.cancel')}</Button>
      <SubmitButton>{label}</SubmitButton>
    </DialogActions>
  );
}

/** Spaces group digits; what is not a number is refused with the text as it is. */
function readNumber(written: string): number | string | null {
  const digits = written.replaceAll(/\s/g, '');
  return digits === '' ? null : /^\d+$/.test(digits) ? Number(digits) : written;
}
const readAmount = (written: string): string | null => written.trim().replace(',', '.') || null;

function Terms() {
  const { t } = useTranslation('tariffs');
  const { control, setValue } = useFormContext();
  const duration = useWatch({ control, name: 'duration' });
  return (
    <div className={css.fields}>
      <TextField name="code" label={t('coupons.code')} required autoComplete="off" spellCheck={false} maxLength={32} />
      <TextField
        name="percent"
        label={t('coupons.percent')}
        hint={t('coupons.either')}
        inputMode="numeric"
        autoComplete="off"
        read={readNumber}
      />
      <TextField
        name="amount"
        label={t('coupons.amount')}
        hint={t('coupons.either')}
        inputMode="decimal"
        autoComplete="off"
        read={readAmount}
      />
      <SelectField
        name="duration"
        label={t('coupons.duration')}
        options={COUPON_DURATIONS.map((value) => ({ value, label: t(`coupons.durations.${value}`) }))}
        onPick={() => setValue('periods', null)}
      />
      {duration === 'periods' && (
        <TextField
          name="periods"
          label={t('coupons.periods')}
          inputMode="numeric"
          autoComplete="off"
          required
          read={readNumber}
        />
      )}
    </div>
  );
}

function Rules() {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const tariffs = useTariffs();
  const paid = (tariffs.data ?? []).filter(({ price }) => Number(price) > 0);
  return (
    <>
      <div className={css.fields}>
        <Day name="valid_from" label={t('coupons.valid_from')} />
        <Day name="valid_until" label={t('coupons.valid_until')} hint={t('coupons.utc')} />
        <TextField
          name="uses_max"
          label={t('coupons.uses_max')}
          hint={t('editor.limit_hint')}
          inputMode="numeric"
          autoComplete="off"
          read={readNumber}
        />
      </div>
      <MultiSelectField
        name="tariff_ids"
        label={t('coupons.tariffs')}
        hint={t('coupons.tariffs_hint')}
        options={paid.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
      />
      <TextField name="note" label={t('coupons.note')} hint={t('coupons.note_hint')} maxLength={200} />
      <CheckboxField name="once_per_account" label={t('coupons.once_per_account')} />
      <CheckboxField
        name="new_customers_only"
        label={t('coupons.new_customers_only')}
        hint={t('coupons.new_customers_hint')}
      />
    </>
  );
}

function Day({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { id, error } = useField(name);
  const { field } = useController({ name, control: useFormContext().control });
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <DateInput
        id={id}
        ref={field.ref}
        className={fieldCss.control}
        value={field.value ?? ''}
        onChange={(day) => field.onChange(day === '' ? null : day)}
        onBlur={field.onBlur}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Field>
  );
}
