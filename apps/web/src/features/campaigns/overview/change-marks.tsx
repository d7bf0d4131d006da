import type { Campaign } from '@poklik/contract/campaigns';
import { dayAt } from '@poklik/domain/statistics/calendar';
import {
  Archive,
  CirclePlay,
  CirclePlus,
  FilePen,
  GitCommitHorizontal,
  type LucideIcon,
  Pause,
  Scale,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import type { ChartSteps } from '../../../widgets/report-period.ts';
import css from './change-marks.module.css';
import { useVersionMarks, type VersionMark } from './use-version-marks.ts';

const ICONS: Record<VersionMark['kind'], LucideIcon> = {
  created: CirclePlus,
  saved: GitCommitHorizontal,
  weights: Scale,
  paused: Pause,
  activated: CirclePlay,
  archived: Archive,
  drafted: FilePen,
};

/** The icon of a step with several changes: the most far-reaching one. */
const ORDER: readonly VersionMark['kind'][] = [
  'paused',
  'archived',
  'activated',
  'drafted',
  'weights',
  'created',
  'saved',
];

const VERSIONS = { search: '?tab=versions' };

/** Versions under the chart at their time, and the same as a list. */
export function ChangeMarks({ campaign, steps }: { campaign: Campaign; steps: ChartSteps }) {
  const { t } = useTranslation('campaign_home');
  const language = useLanguage();
  const marks = useVersionMarks(campaign, steps.days, steps.timezone);
  const text = (mark: VersionMark) =>
    `${formatDateTime(language, mark.at, steps.timezone)} · ${t(`mark.${mark.kind}`, { version: mark.version })}`;
  if (marks.length === 0) return null;
  return (
    <div className={css.changes}>
      <ul className={css.strip} aria-label={t('changes_on_chart')}>
        {groupBySteps(marks, steps).map(({ step, own }) => {
          const kind = ORDER.find((each) => own.some((mark) => mark.kind === each)) ?? 'saved';
          const Icon = ICONS[kind];
          const label = own.map(text).join('; ');
          return (
            <li key={step} className={css.place} style={{ '--at': positionOf(step, steps) } as CSSProperties}>
              <Link className={css.mark} to={VERSIONS} title={own.map(text).join('\n')} aria-label={label}>
                <Icon size={14} strokeWidth={1.75} aria-hidden />
                {own.length > 1 && <span aria-hidden>{own.length}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      <details className={css.list}>
        <summary>{t('changes', { count: marks.length })}</summary>
        <ul>
          {marks.map((mark) => (
            <li key={mark.version}>
              {text(mark)}
              {mark.author && ` · ${mark.author}`}
            </li>
          ))}
        </ul>
        <Link to={VERSIONS}>{t('open_versions')}</Link>
      </details>
    </div>
  );
}

/** From 0 to 1; a single step is in the middle. */
const positionOf = (step: number, { dates }: ChartSteps): number =>
  dates.length < 2 ? 0.5 : step / (dates.length - 1);

function groupBySteps(marks: readonly VersionMark[], steps: ChartSteps): { step: number; own: VersionMark[] }[] {
  const groups = new Map<number, VersionMark[]>();
  for (const mark of marks) {
    const step = stepOf(mark.at, steps);
    groups.set(step, [...(groups.get(step) ?? []), mark]);
  }
  return [...groups].map(([step, own]) => ({ step, own }));
}

/** The step that a time falls into. */
function stepOf(at: string, { interval, dates, timezone }: ChartSteps): number {
  const time = Date.parse(at);
  const day = dayAt(timezone, time);
  const started = (date: string) => (interval === 'hour' ? Date.parse(date) <= time : date <= day);
  return Math.max(0, dates.findLastIndex(started));
}
