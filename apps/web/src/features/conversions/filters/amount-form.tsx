import { RevenueRange } from '@poklik/contract/conversions';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from './filter-dialog.module.css';
import type { ConversionFilters } from './filter-fields.ts';

interface AmountFormProps {
  filters: ConversionFilters;
  onDone: () => void;
}

const readAmount = (written: string) => written.trim().replace(',', '.') || undefined;

/** Minimum and maximum payout. */
export function AmountForm({ filters, onDone }: AmountFormProps) {
  const { t } = useTranslation('conversions');
  const { t: toolbar } = useTranslation('report_toolbar');
  const { revenue_min = '', revenue_max = '' } = filters.values;
  const form = useZodForm(RevenueRange, { defaultValues: { revenue_min, revenue_max } });
  return (
    <Form
      form={form}
      onSubmit={(range) => {
        filters.change({ revenue_min: range.revenue_min ?? null, revenue_max: range.revenue_max ?? null });
        onDone();
      }}
    >
      <div className={css.amounts}>
        {(['revenue_min', 'revenue_max'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(name)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={19}
            read={readAmount}
          />
        ))}
      </div>
      <SubmitButton>{toolbar('filter.apply')}</SubmitButton>
    </Form>
  );
}
