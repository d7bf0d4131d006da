import type { COST_ACTIONS, CostPreview } from '@poklik/contract/costs';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import css from './costs.module.css';

interface CostChangeProps {
  preview: CostPreview;
  action: (typeof COST_ACTIONS)[number];
}

/** What the entry would change. */
export function CostChange({ preview, action }: CostChangeProps) {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  const base = (amount: string | null) =>
    amount === null ? t('unknown') : formatMoney(language, amount, BASE_CURRENCY);
  const { clicks, unpriced_clicks: unpriced, verdict } = preview;
  return (
    <div className={css.part} role="status">
      {verdict === 'no_clicks' && <Banner kind="warning">{t('no_clicks')}</Banner>}
      {clicks === null && <Banner kind="warning">{t('not_measured')}</Banner>}
      <ul className={css.totals}>
        <li>
          {t('before')}: <strong>{base(preview.cost_before)}</strong>
        </li>
        <li>
          {t('after')}: <strong>{base(preview.cost_after)}</strong>
        </li>
        {clicks !== null && (
          <li>
            {t('clicks_count')}: <strong>{formatInteger(language, clicks)}</strong>
          </li>
        )}
      </ul>
      {unpriced !== null && unpriced > 0 && action !== 'fee' && (
        <p className={css.line}>{t('becomes_known', { count: unpriced })}</p>
      )}
    </div>
  );
}
