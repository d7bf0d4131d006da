import type { Campaign } from '@poklik/contract/campaigns';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { LiveCheck } from '../../../widgets/onboarding/live-check.tsx';
import type { ChartSteps, ReportPeriod } from '../../../widgets/report-period.ts';
import { TestClick } from '../result/test-click.tsx';
import { ChangeMarks } from './change-marks.tsx';
import { LastClicks, LastPostbacks } from './last-events.tsx';
import css from './overview-panel.module.css';
import { PathCard } from './path-card.tsx';
import type { WeightDraft } from './use-weights.ts';

/** Period, tiles and chart of a campaign, with places for the parts that belong to campaigns. */
export type ReportPart = ComponentType<{
  campaignId: number;
  underChart: (steps: ChartSteps) => ReactNode;
  children: (period: ReportPeriod) => ReactNode;
}>;

interface OverviewPanelProps {
  campaign: Campaign;
  Report: ReportPart;
  draft: WeightDraft;
  onDraft: (draft: WeightDraft) => void;
  onSaved: (campaign: Campaign) => void;
}

/** A campaign at a glance: metrics, path of its traffic, latest events and a live test. */
export function OverviewPanel({ campaign, Report, ...editing }: OverviewPanelProps) {
  const canReadEvents = hasPermission(useCurrentUser(), 'conversions:read');
  return (
    <Report campaignId={campaign.id} underChart={(steps) => <ChangeMarks campaign={campaign} steps={steps} />}>
      {(period) => (
        <>
          <PathCard campaign={campaign} period={period} {...editing} />
          {canReadEvents && (
            <div className={css.events}>
              <LastClicks campaign={campaign} />
              <LastPostbacks campaign={campaign} />
            </div>
          )}
          <LiveTest campaign={campaign} />
        </>
      )}
    </Report>
  );
}

/** A real click and a real postback; members who may not add conversions can send only the click. */
function LiveTest({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign_home');
  const canTry = hasPermission(useCurrentUser(), 'conversions:write');
  const { tracking_url: url, key } = campaign;
  if (canTry) return <LiveCheck campaign={campaign} />;
  return (
    <section className={css.card} aria-label={t('test')}>
      <TestClick campaign={campaign} publicUrl={url.slice(0, url.indexOf(`/c/${key}`))} />
    </section>
  );
}
