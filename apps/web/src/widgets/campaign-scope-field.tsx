import { campaignsApi } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { FieldErrorText } from '../ui/form/field.tsx';
import { useField } from '../ui/form/use-field.ts';
import css from './campaign-scope-field.module.css';

/** As many as a page of the list may have. */
const OFFERED = '100';

/** All campaigns, or some of them ticked one by one; the value is null or their ids. */
export function CampaignScopeField({ name }: { name: string }) {
  const { t } = useTranslation('select');
  const { id, error, form } = useField(name);
  const { field } = useController({ name, control: form.control });
  const group = useId();
  const chosen = field.value as number[] | null;
  const { data = [], isPending } = useQuery({
    queryKey: ['campaigns', 'scope'],
    queryFn: ({ signal }) =>
      call(campaignsApi.list, { query: { per_page: OFFERED, sort: 'name', order: 'asc' } }, { signal }),
    select: ({ data: all }) => all,
    enabled: chosen !== null,
  });
  const toggle = (campaign: number) =>
    field.onChange(
      chosen?.includes(campaign) ? chosen.filter((each) => each !== campaign) : [...(chosen ?? []), campaign],
    );
  return (
    <fieldset className={css.scope} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.legend}>{t('scope.campaigns')}</legend>
      {([true, false] as const).map((isAll) => (
        <label key={String(isAll)} className={css.choice}>
          <input
            type="radio"
            name={group}
            checked={(chosen === null) === isAll}
            onChange={() => field.onChange(isAll ? null : [])}
          />
          {t(isAll ? 'scope.all' : 'scope.selected')}
        </label>
      ))}
      {chosen !== null && (
        <div className={css.campaigns}>
          {data.map((campaign) => (
            <label key={campaign.id} className={css.choice}>
              <input type="checkbox" checked={chosen.includes(campaign.id)} onChange={() => toggle(campaign.id)} />
              {campaign.name}
            </label>
          ))}
          {!isPending && data.length === 0 && <span className={css.note}>{t('scope.none')}</span>}
        </div>
      )}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}
