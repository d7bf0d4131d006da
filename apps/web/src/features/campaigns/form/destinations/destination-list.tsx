import type { CampaignSettings } from '@poklik/contract/campaigns';
import { DESTINATIONS_MAX, type Destination } from '@poklik/contract/routing';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { Plus, Tag, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber } from '../../../../ui/form/written-values.ts';
import { UrlField } from '../../../../widgets/campaigns/url-field.tsx';
import { newDestination } from '../campaign-values.ts';
import css from './destination-list.module.css';

// Most campaigns have plain URLs.
const OfferField = lazy(async () => {
  const [{ OfferField }] = await Promise.all([
    import('../../../../widgets/offers/offer-field.tsx'),
    loadNamespaces(['offers']),
  ]);
  return { default: OfferField };
});

// Most sets have weights of their owner.
const LearningField = lazy(async () => {
  const [{ LearningField }] = await Promise.all([
    import('../../learning/learning-field.tsx'),
    loadNamespaces(['learning']),
  ]);
  return { default: LearningField };
});

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface DestinationListProps {
  /** Path of the list: the campaign's or a rule's. */
  name: 'destinations' | `rules.${number}.destinations`;
  /** A rule needs at least one destination. */
  atLeast: 0 | 1;
}

/** Destinations with weights and resulting shares. */
export function DestinationList({ name, atLeast }: DestinationListProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const destinations = (useWatch({ control, name }) ?? []) as Destination[];
  const shares = destinationShares(destinations);
  /** The destination that was added to choose an offer. */
  const [offerPlace, setOfferPlace] = useState<number>();
  return (
    <div className={css.list}>
      {fields.length > 0 && (
        <ol className={css.items}>
          {fields.map((field, place) => (
            <DestinationRow
              key={field.id}
              name={`${name}.${place}`}
              place={place}
              share={shares[place] ?? 0}
              startsWithOffer={place === offerPlace}
              {...(fields.length > atLeast && { onRemove: () => remove(place) })}
            />
          ))}
        </ol>
      )}
      <ListError name={name} />
      {fields.length < DESTINATIONS_MAX && (
        <div className={css.add}>
          <Button
            size="sm"
            icon={<Plus {...icon} />}
            onClick={() => {
              setOfferPlace(undefined);
              append(newDestination());
            }}
          >
            {t('form.add_destination')}
          </Button>
          <Button
            size="sm"
            icon={<Tag {...icon} />}
            onClick={() => {
              setOfferPlace(fields.length);
              append(newDestination(), { shouldFocus: false });
            }}
          >
            {t('form.add_offer')}
          </Button>
        </div>
      )}
      {destinations.length > 1 && (
        <Suspense>
          <LearningField list={name} />
        </Suspense>
      )}
    </div>
  );
}

interface DestinationRowProps {
  name: string;
  place: number;
  share: number;
  startsWithOffer: boolean;
  onRemove?: () => void;
}

function DestinationRow({ name, place, share, startsWithOffer, onRemove }: DestinationRowProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const number = place + 1;
  const { control } = useFormContext();
  const [choosesOffer, setChoosesOffer] = useState(startsWithOffer);
  const hasOffer = useWatch({ control, name: `${name}.offer_id` }) != null || choosesOffer;
  return (
    <li className={css.item} data-path={name} tabIndex={-1}>
      {hasOffer ? (
        <Suspense fallback={<p className={css.loading}>{t('form.loading_offers')}</p>}>
          <OfferField
            name={name}
            label={t('form.destination_offer', { number })}
            onUseUrl={() => setChoosesOffer(false)}
          />
        </Suspense>
      ) : (
        <>
          <UrlField name={`${name}.url`} label={t('form.destination_url', { number })} />
          <div>
            <Button size="sm" variant="ghost" icon={<Tag {...icon} />} onClick={() => setChoosesOffer(true)}>
              {t('form.choose_offer')}
            </Button>
          </div>
        </>
      )}
      <fieldset className={css.line} aria-label={t('form.destination', { number })}>
        <div className={css.name}>
          <TextField name={`${name}.name`} label={t('form.destination_name')} autoComplete="off" maxLength={100} />
        </div>
        <div className={css.weight}>
          <TextField
            name={`${name}.weight`}
            label={t('form.weight')}
            read={wholeNumber}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <output className={css.share} aria-label={t('form.share')}>
          {formatPercent(language, share, share > 0 && share < 0.1 ? 1 : 0)}
        </output>
        <div className={css.active}>
          <CheckboxField name={`${name}.active`} label={t('form.destination_on')} />
        </div>
        {onRemove && (
          <IconButton label={t('form.remove_destination', { number })} onClick={onRemove} className={css.remove ?? ''}>
            <Trash2 {...icon} />
          </IconButton>
        )}
      </fieldset>
      <div className={css.bar} aria-hidden>
        <div className={css.filled} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </li>
  );
}
