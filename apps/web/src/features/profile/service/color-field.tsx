import { isReadableAccent, nearestReadableAccent } from '@poklik/domain/branding/accent-colors';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import own from './service.module.css';

interface ColorFieldProps {
  name: string;
  label: string;
  hint: string;
}

/** A color as text, its picture, and a readable shade where it is not. */
export function ColorField({ name, label, hint }: ColorFieldProps) {
  const { t } = useTranslation('service');
  const { control, setValue } = useFormContext();
  const written = String(useWatch({ control, name }) ?? '')
    .trim()
    .toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(written);
  const nearest = isColor && !isReadableAccent(written) ? nearestReadableAccent(written) : undefined;
  return (
    <div className={own.setting}>
      <TextField name={name} label={label} hint={hint} autoComplete="off" spellCheck={false} placeholder="#006d8f" />
      {isColor && (
        <div className={own.row}>
          <svg width="24" height="24" aria-hidden>
            <rect width="24" height="24" rx="6" fill={written} />
          </svg>
          {nearest !== undefined && (
            <Button size="sm" onClick={() => setValue(name, nearest, { shouldDirty: true, shouldValidate: true })}>
              {t('use_shade', { color: nearest })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
