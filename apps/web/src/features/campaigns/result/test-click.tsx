import type { Campaign } from '@poklik/contract/campaigns';
import { testUrl } from '@poklik/domain/campaigns/campaign-links';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { campaignQuery } from '../form/campaign.queries.ts';
import css from './test-click.module.css';

interface TestClickProps {
  campaign: Campaign;
  publicUrl: string;
}

const ASK_EVERY_MS = 1_000;
const PATIENCE_MS = 20_000;

/** Opens the real link in a new tab and waits until the click is counted. */
export function TestClick({ campaign, publicUrl }: TestClickProps) {
  const { t } = useTranslation('campaigns');
  /** Clicks before the test; null before it, and when unknown. */
  const [before, setBefore] = useState<number | null>(null);
  const [isLate, setLate] = useState(false);
  const isWaiting = before !== null && !isLate;
  const { data } = useQuery({
    ...campaignQuery(campaign.id),
    enabled: isWaiting,
    refetchInterval: isWaiting ? ASK_EVERY_MS : false,
  });
  const clicks = (data ?? campaign).today?.clicks ?? null;
  const isCounted = before !== null && clicks !== null && clicks > before;

  useEffect(() => {
    if (before === null || isCounted) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [before, isCounted]);
  const canClick = campaign.status === 'active';

  return (
    <div className={css.test}>
      {canClick && (
        <ButtonLink
          to={testUrl(publicUrl, campaign)}
          target="_blank"
          rel="noopener noreferrer"
          icon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => {
            setBefore(clicks);
            setLate(false);
          }}
        >
          {t('result.test_click')}
        </ButtonLink>
      )}
      <div role="status" className={css.state}>
        {isCounted ? (
          <span className={css.counted}>
            <CircleCheck size={16} strokeWidth={1.75} aria-hidden />
            {t('result.test_counted', { count: clicks })}
          </span>
        ) : (
          isWaiting && t('result.test_waiting')
        )}
      </div>
      {isLate && !isCounted && <Banner kind="warning">{t('result.test_late')}</Banner>}
    </div>
  );
}
