import type { LearningTarget, SetLearning } from '@poklik/contract/learning';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { sampleHistory } from '@poklik/domain/learning/sample-history';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime, formatShortDay, formatTime } from '../../../format/dates.ts';
import { formatInteger, formatMoney, formatPercent } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import { ChartLegend } from '../../../ui/chart/chart-legend.tsx';
import type { ChartSeries, ChartStep } from '../../../ui/chart/chart-series.ts';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import css from './learning.module.css';
import { useSetLearning } from './learning.queries.ts';
import { probabilityText } from './probability-text.ts';
import { StateText } from './state-text.tsx';

interface LearningDialogProps {
  campaignId: number;
  uid: string;
  opened: boolean;
  onClose: () => void;
}

/** What a set has learned about its destinations, and how its weights changed. */
export function LearningDialog({ campaignId, uid, opened, onClose }: LearningDialogProps) {
  const { t } = useTranslation('learning');
  const shareText = useShareText();
  const { data, error, refetch } = useSetLearning(campaignId, uid, opened);
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} wide>
      {data ? (
        <div className={css.dialog}>
          <StateText learning={data} />
          <ul className={css.targets}>
            {data.targets.map((target) => (
              <TargetCard key={target.uid} target={target} learning={data} />
            ))}
          </ul>
          <p className={css.hint}>{t('rules', { floor: shareText(data.floor), count: data.half_life_days })}</p>
          <HistoryChart learning={data} />
        </div>
      ) : error ? (
        <ErrorCard message={error.message} onRetry={refetch} />
      ) : (
        <PageLoader />
      )}
    </Modal>
  );
}

function useShareText() {
  const language = useLanguage();
  return (share: number | null) => formatPercent(language, share, 0);
}

function TargetCard({ target, learning }: { target: LearningTarget; learning: SetLearning }) {
  const { t } = useTranslation('learning');
  const language = useLanguage();
  const shareText = useShareText();
  const { name, url, active, share, clicks, conversions, due, value, low, high, best } = target;
  const valueText = (each: number | null) =>
    learning.goal === 'conversions'
      ? formatPercent(language, each)
      : formatMoney(language, each === null ? null : String(each), BASE_CURRENCY, 3);
  const facts: [string, string][] = [
    [t('target.clicks'), formatInteger(language, clicks)],
    [t('target.conversions'), formatInteger(language, conversions)],
    [t('target.due'), due === null ? formatInteger(language, null) : formatInteger(language, Math.round(due))],
    [
      t(`target.value.${learning.goal}`),
      value === null
        ? valueText(null)
        : t('target.interval', { value: valueText(value), low: valueText(low), high: valueText(high) }),
    ],
    [t('target.best'), probabilityText(language, best)],
  ];
  return (
    <li className={css.target} data-off={!active || undefined}>
      <div className={css.head}>
        <span className={css.name}>{name || url}</span>
        <strong className={css.now}>{active ? t('share_now', { share: shareText(share) }) : t('target.off')}</strong>
      </div>
      <dl className={css.facts}>
        {facts.map(([label, text]) => (
          <div key={label} className={css.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const SAMPLES = 60;
const DAY_MS = 86_400_000;
const COLORS = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** Shares over time; a gap where the owner's weights held. */
function HistoryChart({ learning: { history, targets } }: { learning: SetLearning }) {
  const { t } = useTranslation('learning');
  const language = useLanguage();
  const shareText = useShareText();
  const { timezone } = useCurrentUser();
  const epochs = history.map(({ at, shares }) => ({
    at: Date.parse(at),
    shares: shares && Object.fromEntries(shares.map(({ uid, share }) => [uid, share])),
  }));
  const samples = sampleHistory(epochs, Date.now(), SAMPLES);
  const isLong = Date.now() - (samples[0]?.at ?? 0) > 2 * DAY_MS;
  const steps: ChartStep[] = samples.map(({ at }) => ({
    short: (isLong ? formatShortDay : formatTime)(language, new Date(at), timezone),
    full: formatDateTime(language, new Date(at).toISOString(), timezone),
  }));
  const series: ChartSeries[] = targets.map(({ uid, name, url }, place) => ({
    id: uid,
    label: name || url,
    values: samples.map(({ shares }) => shares?.[uid] ?? null),
    text: shareText,
    axis: shareText,
    isWhole: false,
    color: COLORS[place % COLORS.length] ?? 1,
  }));
  return (
    <section className={css.history} aria-label={t('history')}>
      <h3 className={css.title}>{t('history')}</h3>
      <ChartLegend series={series} />
      <Chart label={t('history')} steps={steps} series={series} empty={t('history_empty')} />
    </section>
  );
}
