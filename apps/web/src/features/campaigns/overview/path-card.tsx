import type { Campaign } from '@poklik/contract/campaigns';
import type { Metrics, StatisticsRow } from '@poklik/contract/statistics';
import { type PathRule, trafficPath } from '@poklik/domain/campaigns/traffic-path';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ReportPeriod } from '../../../widgets/report-period.ts';
import { optionsQuery } from '../form/campaign.queries.ts';
import { useConditionNames } from '../form/rules/use-condition-names.ts';
import { Arrow } from './arrow.tsx';
import { usePathMetrics } from './overview.queries.ts';
import css from './path-card.module.css';
import { PathDestinations } from './path-destinations.tsx';
import { QuerySection } from './query-section.tsx';
import { useVersionMarks } from './use-version-marks.ts';
import { useWeights, type WeightDraft, type Weights } from './use-weights.ts';

interface PathCardProps {
  campaign: Campaign;
  period: ReportPeriod;
  draft: WeightDraft;
  onDraft: (draft: WeightDraft) => void;
  onSaved: (campaign: Campaign) => void;
}

/** Source → rules → destinations with metrics on every arrow; weights are edited in place. */
export function PathCard({ campaign, period, ...editing }: PathCardProps) {
  const { t } = useTranslation('campaign_home');
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const query = usePathMetrics(period);
  const weights = useWeights({ campaign, ...editing });
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!weights.isDirty || weights.isSaving) return;
    if (!(await weights.submit())) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <QuerySection title={t('path.title')} query={query} height={320}>
      {(data) => {
        const path = trafficPath(weights.preview, data);
        return (
          <form ref={form} className={css.path} onSubmit={(event) => void submit(event)} noValidate>
            <Source campaign={campaign} summary={data.summary} />
            <ol className={css.rules}>
              {path.rules.map((rule) => (
                <li key={rule.place} className={css.rule} data-off={(rule.rule && !rule.rule.active) || undefined}>
                  <RuleBox campaign={campaign} rule={rule} period={period} />
                  <PathDestinations
                    campaign={campaign}
                    rule={rule}
                    period={period}
                    weights={canWrite ? weights : null}
                  />
                </li>
              ))}
            </ol>
            <Notes campaign={campaign} period={period} earlierClicks={path.earlierClicks} />
            <WeightBar weights={weights} />
          </form>
        );
      }}
    </QuerySection>
  );
}

function Source({ campaign, summary }: { campaign: Campaign; summary: Metrics }) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const { traffic_source: source } = campaign;
  const { data: options } = useQuery({ ...optionsQuery, staleTime: Number.POSITIVE_INFINITY });
  const name = options?.traffic_sources.find(({ code }) => code === source)?.name ?? source ?? t('path.any_source');
  const counts = (['impressions', 'bots', 'excluded', 'blocked'] as const).filter((each) => summary[each] > 0);
  return (
    <div className={css.source}>
      <span className={css.kind}>{t('path.source')}</span>
      <span className={css.name}>{name}</span>
      <span className={css.clicks}>
        {t('path.clicks', { count: summary.clicks, formatted: formatInteger(language, summary.clicks) })}
      </span>
      {counts.map((each) => (
        <span key={each} className={css.note}>
          {t(`path.${each}`, { count: summary[each], formatted: formatInteger(language, summary[each]) })}
        </span>
      ))}
    </div>
  );
}

interface RuleBoxProps {
  campaign: Campaign;
  rule: PathRule<StatisticsRow>;
  period: ReportPeriod;
}

function RuleBox({ campaign, rule: { place, rule, metrics, share }, period }: RuleBoxProps) {
  const { t } = useTranslation(['campaign_home', 'campaigns']);
  const { textOf } = useConditionNames();
  const rest = campaign.rules.length === 0 ? t('path.all_visitors') : t('path.no_rule');
  const name = rule ? rule.name || t('path.rule', { place }) : rest;
  return (
    <div className={css.step}>
      <Arrow
        metrics={metrics}
        share={share}
        to={period.reportPath({ only: ['rule', `${campaign.id}:${place}`], groups: ['destination'] })}
        target={name}
      />
      <div className={css.box}>
        <span className={css.name}>{name}</span>
        {rule && (
          <span className={css.note}>
            {rule.conditions.map(textOf).join(` ${t(`campaigns:rules.joined_${rule.match}`)} `)}
          </span>
        )}
        {rule && !rule.active && <span className={css.off}>{t('path.off')}</span>}
      </div>
    </div>
  );
}

interface NotesProps {
  campaign: Campaign;
  period: ReportPeriod;
  earlierClicks: number;
}

/** Metrics are by position, so they mix what was at a position before. */
function Notes({ campaign, period, earlierClicks }: NotesProps) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const marks = useVersionMarks(campaign, period.days, period.timezone);
  const isMixed = marks.some(({ kind, keepsPlaces }) => kind === 'saved' && !keepsPlaces);
  return (
    <>
      {earlierClicks > 0 && (
        <p className={css.note}>
          {t('path.earlier', { count: earlierClicks, formatted: formatInteger(language, earlierClicks) })}
        </p>
      )}
      {isMixed && <p className={css.note}>{t('path.mixed')}</p>}
    </>
  );
}

/** Shown while weights are changed. */
function WeightBar({ weights }: { weights: Weights }) {
  const { t } = useTranslation('campaign_home');
  return (
    <>
      {weights.problem && (
        <Banner kind="danger" role="alert">
          {weights.problem}
        </Banner>
      )}
      {weights.isDirty && (
        <div className={css.bar}>
          <span role="status" className={css.barText}>
            {t('weights.changed', { count: weights.count })}
          </span>
          <Button disabled={weights.isSaving} onClick={weights.discard}>
            {t('weights.discard')}
          </Button>
          <Button type="submit" variant="primary" loading={weights.isSaving}>
            {t('weights.save')}
          </Button>
        </div>
      )}
    </>
  );
}
