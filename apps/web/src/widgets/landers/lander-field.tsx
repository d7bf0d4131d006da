import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TargetField } from '../offers/target-field.tsx';
import { LanderDialog } from './lander-dialog.tsx';
import { useLanderOptions } from './use-lander-options.ts';

interface LanderFieldProps {
  /** Path of the destination. */
  name: string;
  label: ReactNode;
  children: ReactNode;
}

/** The lander of a destination. */
export function LanderField({ name, label, children }: LanderFieldProps) {
  const { t } = useTranslation('landers');
  const { options, onSearch } = useLanderOptions(useWatch({ name: `${name}.lander_id` }) ?? null);
  return (
    <TargetField
      name={name}
      idName="lander_id"
      texts={{ label, placeholder: t('field.placeholder'), create: t('field.create') }}
      options={options}
      onSearch={onSearch}
      Dialog={NewLander}
    >
      {children}
    </TargetField>
  );
}

const NewLander = (props: Omit<Parameters<typeof LanderDialog>[0], 'lander'>) => (
  <LanderDialog {...props} lander={null} />
);
