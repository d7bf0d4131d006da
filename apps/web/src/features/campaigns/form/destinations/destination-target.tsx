import { LANDERS_DEEP_MAX } from '@poklik/contract/routing';
import { Layers, Link2, Tag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { UrlField } from '../../../../widgets/campaigns/url-field.tsx';
import { behindLander, countBehind, kindOf, type Target, withoutLander } from '../campaign-values.ts';
import css from './destination-list.module.css';

// Most campaigns have plain URLs.
const OfferField = lazy(async () => {
  const [{ OfferField }] = await Promise.all([
    import('../../../../widgets/offers/offer-field.tsx'),
    loadNamespaces(['offers']),
  ]);
  return { default: OfferField };
});
const LanderField = lazy(async () => {
  const [{ LanderField }] = await Promise.all([
    import('../../../../widgets/landers/lander-field.tsx'),
    loadNamespaces(['offers', 'landers']),
  ]);
  return { default: LanderField };
});

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface DestinationTargetProps {
  /** Path of the destination. */
  name: string;
  /** `1`, or `1 → /o/2 → 3` below a lander. */
  number: string;
  /** Landers in front of it. */
  depth: number;
}

/** Where a destination leads: a URL, an offer, or a lander in front of others. */
export function DestinationTarget({ name, number, depth }: DestinationTargetProps) {
  const { t } = useTranslation('campaigns');
  const { control, getValues, setFocus, setValue } = useFormContext();
  const [offer_id, lander_id, next] = useWatch({
    control,
    name: [`${name}.offer_id`, `${name}.lander_id`, `${name}.next`],
  });
  const kind = kindOf({ offer_id, lander_id, next });
  const write = (target: Target) => {
    for (const field of ['url', 'offer_id', 'lander_id', 'next'] as const)
      setValue(`${name}.${field}`, target[field], { shouldDirty: true });
    // The button that was used is gone, and the focus with it.
    if (kindOf(target) === 'url') requestAnimationFrame(() => setFocus(`${name}.url`));
  };
  const inFront = depth < LANDERS_DEEP_MAX && (
    <Button size="sm" variant="ghost" icon={<Layers {...icon} />} onClick={() => write(behindLander(getValues(name)))}>
      {t('form.lander_in_front')}
    </Button>
  );
  if (kind === 'lander')
    return (
      <Suspense fallback={<p className={css.loading}>{t('form.loading_landers')}</p>}>
        <LanderField name={name} label={t('form.destination_lander', { number })}>
          <RemoveLander isLossy={countBehind(next) > 1} onRemove={() => write(withoutLander(getValues(name)))} />
        </LanderField>
      </Suspense>
    );
  if (kind === 'offer')
    return (
      <Suspense fallback={<p className={css.loading}>{t('form.loading_offers')}</p>}>
        <OfferField name={name} label={t('form.destination_offer', { number })}>
          <Button
            size="sm"
            variant="ghost"
            icon={<Link2 {...icon} />}
            onClick={() => write({ url: getValues(`${name}.url`) })}
          >
            {t('form.use_url')}
          </Button>
          {inFront}
        </OfferField>
      </Suspense>
    );
  return (
    <>
      <UrlField name={`${name}.url`} label={t('form.destination_url', { number })} />
      <div className={css.add}>
        <Button
          size="sm"
          variant="ghost"
          icon={<Tag {...icon} />}
          onClick={() => setValue(`${name}.offer_id`, null, { shouldDirty: true })}
        >
          {t('form.choose_offer')}
        </Button>
        {inFront}
      </div>
    </>
  );
}

/** Asks only if something besides the lander is lost. */
function RemoveLander({ isLossy, onRemove }: { isLossy: boolean; onRemove: () => void }) {
  const { t } = useTranslation('campaigns');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Link2 {...icon} />}
        onClick={() => (isLossy ? setAsking(true) : onRemove())}
      >
        {t('form.remove_lander')}
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          title={t('form.remove_lander_title')}
          confirmLabel={t('form.remove_lander')}
          danger
          onConfirm={async () => onRemove()}
        >
          <p>{t('form.remove_lander_text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
