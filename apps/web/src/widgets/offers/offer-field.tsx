import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { OfferDialog } from './offer-dialog.tsx';
import { TargetField } from './target-field.tsx';
import { useOfferOptions } from './use-offer-options.ts';

interface OfferFieldProps {
  /** Path of the destination. */
  name: string;
  label: ReactNode;
  children: ReactNode;
}

/** The offer of a destination. */
export function OfferField({ name, label, children }: OfferFieldProps) {
  const { t } = useTranslation('offers');
  const { options, onSearch } = useOfferOptions(useWatch({ name: `${name}.offer_id` }) ?? null);
  return (
    <TargetField
      name={name}
      idName="offer_id"
      texts={{ label, placeholder: t('field.placeholder'), create: t('field.create') }}
      options={options}
      onSearch={onSearch}
      Dialog={NewOffer}
    >
      {children}
    </TargetField>
  );
}

const NewOffer = (props: Omit<Parameters<typeof OfferDialog>[0], 'offer'>) => <OfferDialog {...props} offer={null} />;
