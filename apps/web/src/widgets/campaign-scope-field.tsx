import { useDebouncedValue } from '@mantine/hooks';
import { campaignsApi } from '@poklik/contract/campaigns';
import { rankOptions } from '@poklik/domain/search/option-search';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { FieldErrorText } from '../ui/form/field.tsx';
import { useField } from '../ui/form/use-field.ts';
import css from './campaign-scope-field.module.css';
import { useCampaignSearch } from './use-campaign-search.ts';

const PAUSE_MS = 200;

/** All campaigns, or selected ones; the value is null or their IDs. */
export function CampaignScopeField({ name }: { name: string }) {
  const { t } = useTranslation('select');
  const { id, error, form } = useField(name);
  const { field } = useController({ name, control: form.control });
  const group = useId();
  const chosen = field.value as number[] | null;
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
      {chosen !== null && <Choice chosen={chosen} onChange={field.onChange} />}
      {error && <FieldErrorText id={`${id}-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}

/** Has a search if there is more than one page. Selected campaigns stay visible during a search. */
function Choice({ chosen, onChange }: { chosen: number[]; onChange: (ids: number[]) => void }) {
  const { t } = useTranslation('select');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data, isPending } = useCampaignSearch(search);
  const found = data?.data ?? [];
  const isMore = search !== '' || typed !== '' || (data !== undefined && data.meta.total > found.length);
  const elsewhere = data ? chosen.filter((id) => !found.some((each) => each.id === id)) : [];
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  /** Enter selects the best match and never submits the form. */
  const chooseFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = rankOptions(
      found.map(({ id, name }) => ({ value: String(id), label: name, id })),
      typed,
    );
    if (typed.trim() === '' || !first) return;
    if (!chosen.includes(first.id)) toggle(first.id);
    setTyped('');
  };
  return (
    <>
      {isMore && (
        <input
          type="search"
          className={css.search}
          aria-label={t('scope.search')}
          placeholder={t('scope.search')}
          maxLength={128}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={chooseFirst}
        />
      )}
      <div className={css.campaigns}>
        {elsewhere.map((id) => (
          <label key={id} className={css.choice}>
            <input type="checkbox" checked onChange={() => toggle(id)} />
            <NameOf id={id} />
          </label>
        ))}
        {found.map((campaign) => (
          <label key={campaign.id} className={css.choice}>
            <input type="checkbox" checked={chosen.includes(campaign.id)} onChange={() => toggle(campaign.id)} />
            {campaign.name}
          </label>
        ))}
        {!isPending && found.length === 0 && (
          <span className={css.note}>{t(search === '' ? 'scope.none' : 'nothing_found')}</span>
        )}
      </div>
    </>
  );
}

/** Loads the name of a campaign; a deleted one is shown by ID. */
function NameOf({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['campaigns', 'option', String(id)],
    queryFn: ({ signal }) => call(campaignsApi.get, { params: { id: String(id) } }, { signal }),
  });
  return data?.data.name ?? `ID ${id}`;
}
