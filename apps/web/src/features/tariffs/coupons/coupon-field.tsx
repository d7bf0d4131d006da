import type { TariffQuote } from '@poklik/contract/billing';
import { CouponEntry } from '@poklik/contract/coupon-terms';
import type { BillingPeriod } from '@poklik/contract/subscription-terms';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { useCheckCoupon } from '../tariffs.queries.ts';
import css from './coupon-field.module.css';

interface CouponFieldProps {
  tariffId: number;
  period: BillingPeriod;
  /** Called with the code as the server knows it, and what the change costs with it. */
  onAccepted: (code: string, quote: TariffQuote) => void;
}

/** Behind a button, because most customers have no coupon. A refused code stays in the field. */
export function CouponField({ tariffId, period, onAccepted }: CouponFieldProps) {
  const { t } = useTranslation('tariffs');
  const check = useCheckCoupon();
  const [isOpen, setOpen] = useState(false);
  const form = useZodForm(CouponEntry, { defaultValues: { coupon: '' } });
  const { setFocus } = form;
  useEffect(() => {
    if (isOpen) setFocus('coupon');
  }, [isOpen, setFocus]);
  if (!isOpen)
    return (
      <div>
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          {t('change.have_coupon')}
        </Button>
      </div>
    );
  return (
    <Form
      form={form}
      onSubmit={async ({ coupon }) => {
        const { data } = await check.mutateAsync({ id: tariffId, period, coupon });
        onAccepted(coupon, data);
      }}
    >
      <div className={css.row}>
        <TextField
          name="coupon"
          label={t('change.coupon')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
        />
        <SubmitButton>{t('change.apply_coupon')}</SubmitButton>
      </div>
      <FormError />
    </Form>
  );
}
