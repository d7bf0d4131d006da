import type { Campaign } from '@poklik/contract/campaigns';
import { StickyNote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Highlight } from '../../../ui/highlight.tsx';
import css from './campaign-labels.module.css';
import type { CampaignFilters } from './use-campaign-filters.ts';

/** Key, note and tags, to tell similar names apart. */
export function CampaignLabels({ campaign, filters }: { campaign: Campaign; filters: CampaignFilters }) {
  const { t } = useTranslation('campaigns');
  const search = filters.query.search ?? '';
  return (
    <span className={css.marks}>
      <code className={css.key}>
        <Highlight text={campaign.key} search={search} />
      </code>
      {campaign.notes !== '' && (
        <span
          className={css.note}
          role="img"
          aria-label={t('list.note', { note: campaign.notes })}
          title={campaign.notes}
        >
          <StickyNote size={14} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      {campaign.tags.map((tag) => (
        <Link
          key={tag}
          className={css.tag}
          to={filters.to('tag', tag)}
          title={t('list.filter_by_tag', { tag })}
          aria-current={filters.query.tag === tag ? 'true' : undefined}
        >
          <Highlight text={tag} search={search} />
        </Link>
      ))}
    </span>
  );
}
