import { type Campaign, campaignsApi } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import css from './first-event.module.css';

interface FirstEventProps {
  icon: LucideIcon;
  /** The namespace with the texts under `empty`. */
  words: 'conversions' | 'statistics';
  /** The URL that must be called for the event. */
  addressOf: (campaign: Campaign) => string;
}

const useNewestCampaign = () =>
  useQuery({
    queryKey: ['campaigns', 'newest'],
    queryFn: ({ signal }) =>
      call(campaignsApi.list, { query: { per_page: '10', sort: 'created_at', order: 'desc' } }, { signal }),
    select: ({ data }) => data[0],
  });

/** Shown before the first click or conversion: the URL that triggers it, while the screen polls. */
export function FirstEvent({ icon, words, addressOf }: FirstEventProps) {
  const { t } = useTranslation(words);
  const localizedPath = useLocalizedPath();
  const campaign = useNewestCampaign().data;
  return (
    <EmptyState
      icon={icon}
      title={t('empty.title')}
      text={t(campaign ? 'empty.waiting_text' : 'empty.text')}
      action={
        campaign ? (
          <div className={css.waiting}>
            <CopyField label={t('empty.address', { campaign: campaign.name })} value={addressOf(campaign)} />
            <p role="status" className={css.listening}>
              <span className={css.pulse} aria-hidden />
              {t('empty.waiting')}
            </p>
          </div>
        ) : (
          <ButtonLink to={localizedPath(paths.campaign)}>{t('empty.action')}</ButtonLink>
        )
      }
    />
  );
}
