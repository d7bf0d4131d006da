import type { Offer } from '@poklik/contract/offers';
import { Link2, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useField } from '../../ui/form/use-field.ts';
import { IdSelectField } from './id-select-field.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import css from './offers.module.css';
import { useOfferOptions } from './use-offer-options.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface OfferFieldProps {
  /** Path of the destination. */
  name: string;
  label: ReactNode;
  /** Back to a URL of its own. */
  onUseUrl: () => void;
}

/** The offer of a destination: found by typing, or created in place. Its URL stands where the destination's own would. */
export function OfferField({ name, label, onUseUrl }: OfferFieldProps) {
  const { t } = useTranslation('offers');
  const { control, setValue } = useFormContext();
  const chosen: number | null = useWatch({ control, name: `${name}.offer_id` }) ?? null;
  const url: string = useWatch({ control, name: `${name}.url` }) ?? '';
  const { error } = useField(`${name}.url`);
  const { options, onSearch } = useOfferOptions(chosen);
  const [creating, setCreating] = useState(false);
  const take = (offer: Pick<Offer, 'id' | 'url'> | undefined) => {
    setValue(`${name}.offer_id`, offer?.id ?? null, { shouldDirty: true });
    setValue(`${name}.url`, offer?.url ?? '', { shouldDirty: true, shouldValidate: error !== undefined });
  };
  return (
    <div className={css.field}>
      <IdSelectField
        name={`${name}.offer_id`}
        label={label}
        hint={chosen !== null && url !== '' ? url : undefined}
        placeholder={t('field.placeholder')}
        options={options}
        onSearch={onSearch}
        otherError={error}
        onPick={(id) => take(options.find((offer) => offer.id === id))}
      />
      <div className={css.buttons}>
        <Button size="sm" icon={<Plus {...icon} />} onClick={() => setCreating(true)}>
          {t('field.create')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          icon={<Link2 {...icon} />}
          onClick={() => {
            setValue(`${name}.offer_id`, null, { shouldDirty: true });
            onUseUrl();
          }}
        >
          {t('field.use_url')}
        </Button>
      </div>
      <OfferDialog opened={creating} offer={null} onClose={() => setCreating(false)} onSaved={take} />
    </div>
  );
}
