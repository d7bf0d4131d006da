import { type BankMapping, DAY_FORMATS, DECIMAL_MARKS } from '@poklik/contract/bank';
import { useTranslation } from 'react-i18next';
import { NativeSelect } from '../../../ui/choice/native-select.tsx';
import css from './bank.module.css';

const COLUMNS = ['date', 'amount', 'purpose', 'payer', 'currency', 'bank_id'] as const;
const REQUIRED: ReadonlySet<string> = new Set(['date', 'amount', 'purpose']);

interface MappingFieldsProps {
  columns: readonly string[];
  mapping: BankMapping | null;
  onChange: (mapping: BankMapping) => void;
}

/** Which column of the bank's file is what. */
export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  const { t } = useTranslation('transactions');
  const first = columns[0] ?? '';
  const shown: BankMapping = mapping ?? {
    ...{ date: first, amount: first, purpose: first, payer: null, currency: null, bank_id: null },
    ...{ day_format: 'ymd', decimal: 'point' },
  };
  const set = (change: Partial<BankMapping>) => onChange({ ...shown, ...change });
  const options = columns.map((column) => ({ value: column, label: column }));
  return (
    <div className={css.mapping}>
      {COLUMNS.map((name) => (
        <div key={name} className={css.field}>
          <span className={css.label}>{t(`bank.column_of.${name}`)}</span>
          <NativeSelect
            label={t(`bank.column_of.${name}`)}
            options={REQUIRED.has(name) ? options : [{ value: '', label: t('bank.no_column') }, ...options]}
            value={shown[name] ?? ''}
            onChange={(value) => set({ [name]: value === '' ? null : value })}
          />
        </div>
      ))}
      <div className={css.field}>
        <span className={css.label}>{t('bank.day_format')}</span>
        <NativeSelect
          label={t('bank.day_format')}
          options={DAY_FORMATS.map((value) => ({ value, label: t(`bank.day_formats.${value}`) }))}
          value={shown.day_format}
          onChange={(value) => set({ day_format: value as BankMapping['day_format'] })}
        />
      </div>
      <div className={css.field}>
        <span className={css.label}>{t('bank.decimal')}</span>
        <NativeSelect
          label={t('bank.decimal')}
          options={DECIMAL_MARKS.map((value) => ({ value, label: t(`bank.decimals.${value}`) }))}
          value={shown.decimal}
          onChange={(value) => set({ decimal: value as BankMapping['decimal'] })}
        />
      </div>
    </div>
  );
}
