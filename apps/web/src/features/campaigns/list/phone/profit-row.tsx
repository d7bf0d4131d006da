import type { Campaign } from '@poklik/contract/campaigns';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { StatisticsRow } from '@poklik/contract/statistics';
import { profitTone } from '@poklik/domain/statistics/cost-state';
import { type LucideIcon, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { boundText } from '../../../../format/bounds.ts';
import { roiText } from '../../../../format/metrics.ts';
import { formatMoney } from '../../../../format/numbers.ts';
import { paths } from '../../../../i18n/paths.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../../i18n/use-localized-path.ts';
import { IconButton } from '../../../../ui/button.tsx';
import type { CampaignChanges } from '../changes/use-campaign-changes.ts';
import css from './phone-home.module.css';

interface ProfitRowProps {
  /** Losing or earning. */
  Icon: LucideIcon;
  row: StatisticsRow;
  id: number;
  /** Undefined while loading, and for deleted campaigns. */
  campaign: Campaign | undefined;
  changes: CampaignChanges;
  canWrite: boolean;
}

/** A campaign with its profit today; one tap pauses or resumes it, and the toast undoes that. */
export function ProfitRow({ Icon, row, id, campaign, changes, canWrite }: ProfitRowProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const [isBusy, setBusy] = useState(false);
  const [name = ''] = row.labels;
  const { status } = campaign ?? {};
  const action = status === 'active' ? 'pause' : status === 'paused' ? 'activate' : null;
  const money = (amount: string | null) => formatMoney(language, amount, BASE_CURRENCY);
  const toggle = async () => {
    if (!campaign || !action || isBusy) return;
    setBusy(true);
    await changes.setStatus([campaign], action);
    setBusy(false);
  };
  return (
    <li className={css.row}>
      <Icon className={css.trend} data-tone={profitTone(row.profit, row)} size={16} strokeWidth={1.75} aria-hidden />
      <Link className={css.open} to={localizedPath(paths.campaignOverview(id))}>
        <span className={css.name}>{name}</span>
        <span className={css.note}>
          {[
            ...(status === 'paused' ? [t('form.statuses.paused')] : []),
            t('phone.cost', { amount: boundText('cost', row) + money(row.cost) }),
            roiText(language, row.roi, row),
          ].join(' · ')}
        </span>
      </Link>
      <span className={css.profit} data-tone={profitTone(row.profit, row)}>
        {boundText('profit', row) + money(row.profit)}
      </span>
      {canWrite && !action && <span className={css.noAction} />}
      {canWrite && action && (
        <IconButton
          label={`${t(`list.${action}`)}: ${name}`}
          aria-disabled={isBusy || undefined}
          onClick={() => void toggle()}
        >
          {action === 'pause' ? (
            <Pause size={20} strokeWidth={1.75} aria-hidden />
          ) : (
            <Play size={20} strokeWidth={1.75} aria-hidden />
          )}
        </IconButton>
      )}
    </li>
  );
}
