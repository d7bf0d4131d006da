import type { Campaign } from '@poklik/contract/campaigns';
import { type PathDestination, type PathRule, trafficPath } from '@poklik/domain/campaigns/traffic-path';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import type { WeightsDialogComponent, WeightsRequest } from '../../../widgets/campaigns/weights-request.ts';
import { campaignQuery } from '../form/campaign.queries.ts';
import { NO_WEIGHTS, useWeights, type WeightDraft, type Weights } from './use-weights.ts';
import { WeightField } from './weight-field.tsx';
import css from './weights-dialog.module.css';

/** Weights of a campaign, changed without leaving the report. Saving makes a version; the toast undoes it. */
export const WeightsDialog: WeightsDialogComponent = ({ request, opened, onClose }) => {
  const { t } = useTranslation('campaign_home');
  const { data, error, refetch } = useQuery({ ...campaignQuery(request.campaignId), staleTime: 0, enabled: opened });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('weights.title', { name: data?.name ?? '…' })}
      closeOnClickOutside={false}
    >
      {data ? (
        <WeightsForm key={data.id} campaign={data} request={request} onClose={onClose} />
      ) : error ? (
        <ErrorCard message={error.message} onRetry={refetch} />
      ) : (
        <PageLoader />
      )}
    </Modal>
  );
};

interface WeightsFormProps {
  campaign: Campaign;
  request: WeightsRequest;
  onClose: () => void;
}

function WeightsForm({ campaign, request, onClose }: WeightsFormProps) {
  const { t } = useTranslation(['campaign_home', 'select']);
  const localizedPath = useLocalizedPath();
  const [draft, onDraft] = useState<WeightDraft>(NO_WEIGHTS);
  const weights = useWeights({ campaign, draft, onDraft, onSaved: () => {} });
  const form = useRef<HTMLFormElement>(null);
  const rules = splitRules(weights.preview, request);
  // The campaign may arrive after the dialog has chosen what to focus.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!weights.isDirty || weights.isSaving) return;
    if (await weights.submit()) onClose();
    else form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  if (rules.length === 0) {
    return (
      <div className={css.form}>
        <p className={css.nothing}>{t('weights.no_split')}</p>
        <DialogActions>
          <ButtonLink to={localizedPath(paths.campaignUpdate(campaign.id))}>{t('weights.to_settings')}</ButtonLink>
        </DialogActions>
      </div>
    );
  }
  return (
    <form ref={form} className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      {request.rule !== null && !rules.some(({ place }) => place === request.rule) && (
        <p className={css.nothing}>{t('weights.other_splits')}</p>
      )}
      {rules.map((rule, at) => (
        <Split
          key={rule.place}
          rule={rule}
          hasRules={campaign.rules.length > 0}
          weights={weights}
          focused={at === 0 ? (request.destination ?? 1) : 0}
        />
      ))}
      {weights.problem && (
        <Banner kind="danger" role="alert">
          {weights.problem}
        </Banner>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('select:cancel')}</Button>
        <Button type="submit" variant="primary" loading={weights.isSaving} disabled={!weights.isDirty}>
          {t('weights.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Rules that split visitors: the asked one, or all of them if it has nothing to split any more. */
function splitRules(campaign: Campaign, { rule }: WeightsRequest): PathRule<never>[] {
  const splits = trafficPath<never>(campaign, { byRule: [], byDestination: [] })
    .rules.map((each) => ({ ...each, destinations: each.destinations.filter(hasWeight) }))
    .filter(({ destinations }) => destinations.length > 1);
  const asked = splits.filter(({ place }) => place === rule);
  return asked.length > 0 ? asked : splits;
}

/** The default URL has none. */
const hasWeight = ({ plannedShare }: PathDestination<never>): boolean => plannedShare !== null;

interface SplitProps {
  rule: PathRule<never>;
  hasRules: boolean;
  weights: Weights;
  /** 1-based destination; 0 for none. */
  focused: number;
}

function Split({ rule: { place, rule, destinations }, hasRules, weights, focused }: SplitProps) {
  const { t } = useTranslation('campaign_home');
  const title = rule ? rule.name || t('path.rule', { place }) : t(hasRules ? 'path.no_rule' : 'path.all_visitors');
  return (
    <fieldset className={css.split}>
      <legend className={css.legend}>{title}</legend>
      <ul className={css.destinations}>
        {destinations.map((destination, at) => (
          <li key={destination.place} className={css.destination}>
            <span className={css.words}>
              <span className={css.name}>{destination.name || destination.url}</span>
              {destination.name !== '' && <span className={css.url}>{destination.url}</span>}
              {!destination.isActive && <span className={css.off}>{t('path.off')}</span>}
            </span>
            <WeightField
              destination={destination}
              name={destination.name || destination.url}
              weights={weights}
              hasFirstFocus={focused === at + 1}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
