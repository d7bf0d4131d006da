import type { CampaignSettings } from '@poklik/contract/campaigns';
import { addDays, dayAt } from '@poklik/domain/statistics/calendar';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Segmented } from '../../../../ui/choice/segmented.tsx';
import css from './replay.module.css';
import { useReplay, useStartReplay } from './replay.queries.ts';
import { ReplayReport } from './replay-report.tsx';

interface ReplayCardProps {
  campaignId: number;
  draft: CampaignSettings;
}

const PERIODS = ['7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];

/** Runs the recorded clicks of the campaign through the unsaved form. */
export function ReplayCard({ campaignId, draft }: ReplayCardProps) {
  const { t } = useTranslation('replays');
  const { timezone: zone } = useCurrentUser();
  const [period, setPeriod] = useState<Period>('30');
  const start = useStartReplay(campaignId);
  const replay = useReplay(start.data?.id);
  const { default_url, destinations, optimise, rules, timezone } = draft;
  const settings = { default_url, destinations, rules, timezone, ...(optimise && { optimise }) };
  const isStale =
    start.variables !== undefined && JSON.stringify(start.variables.settings) !== JSON.stringify(settings);
  const isRunning =
    start.isPending ||
    (start.data !== undefined && replay.data?.state !== 'done' && replay.data?.state !== 'failed' && !replay.error);
  const error = start.error ?? replay.error;
  const run = () => {
    const today = dayAt(zone, Date.now());
    start.mutate({ settings, start_date: addDays(today, 1 - Number(period)), end_date: today });
  };
  return (
    <section className={css.card} aria-labelledby="replay-title">
      <h2 id="replay-title" className={css.title}>
        {t('title')}
      </h2>
      <p className={css.note}>{t('text')}</p>
      <div className={css.controls}>
        <Segmented
          label={t('period')}
          value={period}
          onChange={setPeriod}
          options={PERIODS.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        />
        <Button loading={isRunning} onClick={run}>
          {t('run')}
        </Button>
      </div>
      {error && (
        <Banner kind="danger" role="alert">
          {error.message}
        </Banner>
      )}
      {replay.data?.state === 'failed' && (
        <Banner kind="danger" role="alert">
          {t('failed')}
        </Banner>
      )}
      <div role="status">
        {isRunning && <p className={css.note}>{t('running')}</p>}
        {replay.data?.report && !isRunning && (
          <>
            {isStale && <p className={css.note}>{t('stale')}</p>}
            <ReplayReport report={replay.data.report} />
          </>
        )}
      </div>
    </section>
  );
}
