import type { CampaignSettings } from '@poklik/contract/campaigns';
import { DESTINATIONS_MAX, type Destination, LANDERS_DEEP_MAX, type Slot } from '@poklik/contract/routing';
import { destinationShares } from '@poklik/domain/routing/destination-shares';
import { Layers, Plus, Tag, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '../../../../format/numbers.ts';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy/copy-button.tsx';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { ListError } from '../../../../ui/form/list-error.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber } from '../../../../ui/form/written-values.ts';
import { useLander } from '../../../../widgets/landers/landers.queries.ts';
import { behindLander, kindOf, newDestination } from '../campaign-values.ts';
import css from './destination-list.module.css';
import { DestinationTarget } from './destination-target.tsx';

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
  /** Path of the list: the campaign's, a rule's or one below a lander. */
  name: string;
  /** A rule needs at least one destination. */
  atLeast: 0 | 1;
  /** Landers in front of it. */
  depth?: number;
  /** The links that lead to it: `1 → /o/2 → `. */
  before?: string;
}

/** Destinations with weights and resulting shares. */
export function DestinationList({ name: path, atLeast, depth = 0, before = '' }: DestinationListProps) {
  const { control } = useFormContext<CampaignSettings>();
  // Lists below a lander have the same fields at any depth.
  const name = path as 'destinations';
  const { fields, append, remove } = useFieldArray({ control, name });
  const destinations = (useWatch({ control, name }) ?? []) as Destination[];
  const shares = destinationShares(destinations);
  return (
    <div className={css.list}>
      {fields.length > 0 && (
        <ol className={css.items}>
          {fields.map((field, place) => (
            <DestinationRow
              key={field.id}
              name={`${path}.${place}`}
              number={`${before}${place + 1}`}
              share={shares[place] ?? 0}
              depth={depth}
              {...(fields.length > atLeast && { onRemove: () => remove(place) })}
            />
          ))}
        </ol>
      )}
      <ListError name={path} />
      {fields.length < DESTINATIONS_MAX && (
        <AddButtons
          depth={depth}
          onAdd={(destination) => append(destination, { shouldFocus: kindOf(destination) === 'url' })}
        />
      )}
      {depth === 0 && destinations.length > 1 && (
        <Suspense>
          <LearningField list={name} />
        </Suspense>
      )}
    </div>
  );
}

function AddButtons({ depth, onAdd }: { depth: number; onAdd: (destination: Destination) => void }) {
  const { t } = useTranslation('campaigns');
  const { getValues } = useFormContext<CampaignSettings>();
  return (
    <div className={css.add}>
      <Button size="sm" icon={<Plus {...icon} />} onClick={() => onAdd(newDestination())}>
        {t('form.add_destination')}
      </Button>
      <Button size="sm" icon={<Tag {...icon} />} onClick={() => onAdd({ ...newDestination(), offer_id: null })}>
        {t('form.add_offer')}
      </Button>
      {depth < LANDERS_DEEP_MAX && (
        <Button
          size="sm"
          icon={<Layers {...icon} />}
          onClick={() => {
            const url = depth === 0 ? getValues('default_url') : '';
            onAdd({ ...newDestination(), ...behindLander({ ...newDestination(), url }) });
          }}
        >
          {t('form.add_lander')}
        </Button>
      )}
    </div>
  );
}

interface DestinationRowProps {
  name: string;
  number: string;
  share: number;
  depth: number;
  onRemove?: () => void;
}

function DestinationRow({ name, number, share, depth, onRemove }: DestinationRowProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  return (
    <li className={css.item} data-path={name} tabIndex={-1}>
      <DestinationTarget name={name} number={number} depth={depth} />
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
      <SlotList name={name} number={number} depth={depth} />
    </li>
  );
}

/** Where the links of a lander lead, each with the link itself for the page. */
function SlotList({ name, number, depth }: Pick<DestinationRowProps, 'name' | 'number' | 'depth'>) {
  const { t } = useTranslation('campaigns');
  const { control, getValues, setFocus, setValue } = useFormContext();
  const [lander_id, next, domainId] = useWatch({
    control,
    name: [`${name}.lander_id`, `${name}.next`, 'domain_id'],
  }) as [number | null | undefined, Slot[] | undefined, number | null];
  const lander = useLander(lander_id ?? null);
  if (kindOf({ lander_id, next }) !== 'lander') return null;
  const used = (next ?? []).map((slot) => slot?.targets.length > 0).lastIndexOf(true) + 1;
  const links = lander?.links.find((each) => each.domain_id === domainId) ?? lander?.links[0];
  /** An empty slot is no list yet: the form would count that as a change. */
  const start = (slot: number, destination: Destination) => {
    for (let place = 0; place < slot; place += 1)
      if (!getValues(`${name}.next.${place}`)) setValue(`${name}.next.${place}`, { targets: [] });
    const list = `${name}.next.${slot}.targets`;
    setValue(list, [destination], { shouldDirty: true });
    if (kindOf(destination) === 'url') requestAnimationFrame(() => setFocus(`${list}.0.url`));
  };
  return (
    <div className={css.slots}>
      {Array.from({ length: Math.max(lander?.slots ?? 1, used) }, (_, place) => {
        const link = `/o/${place + 1}`;
        const url = links?.urls[place];
        return (
          <section
            key={link}
            className={css.slot}
            data-path={`${name}.next.${place}.targets`}
            tabIndex={-1}
            aria-label={t('form.slot', { link: `${number} → ${link}` })}
          >
            <h4 className={css.slotTitle}>
              <span>{t('form.slot', { link })}</span>
              {url && <CopyButton text={url} label={t('form.copy_link')} />}
            </h4>
            {(next?.[place]?.targets.length ?? 0) > 0 ? (
              <DestinationList
                name={`${name}.next.${place}.targets`}
                atLeast={0}
                depth={depth + 1}
                before={`${number} → ${link} → `}
              />
            ) : (
              <>
                <p className={css.loading}>{t(place === 0 ? 'form.slot_nowhere' : 'form.slot_empty')}</p>
                <AddButtons depth={depth + 1} onAdd={(destination) => start(place, destination)} />
              </>
            )}
          </section>
        );
      })}
    </div>
  );
}
