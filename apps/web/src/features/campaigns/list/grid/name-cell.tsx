import type { Campaign } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../../i18n/use-localized-path.ts';
import { Highlight } from '../../../../ui/highlight.tsx';
import type { EditCell } from '../edit/use-cell-editor.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import css from './cells.module.css';
import { NoteMark } from './edited-cells.tsx';

interface NameCellProps {
  campaign: Campaign;
  filters: CampaignFilters;
  /** Undefined for members who can't edit. */
  onEdit: EditCell | undefined;
}

/** The name with what tells similar ones apart, in one line. */
export function NameCell({ campaign, filters, onEdit }: NameCellProps) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const search = filters.query.search ?? '';
  return (
    <span className={css.name}>
      <Link
        className={css.link}
        to={localizedPath(paths.campaignOverview(campaign.id))}
        title={campaign.name}
        data-open
      >
        <Highlight text={campaign.name} search={search} />
      </Link>
      <NoteMark campaign={campaign} onEdit={onEdit} />
      <span className={css.tags}>
        {campaign.tags.map((tag) => (
          <Link
            key={tag}
            className={css.tag}
            to={filters.to('tag', tag)}
            title={t('list.filter_by_tag', { tag })}
            aria-current={filters.query.tag === tag ? 'true' : undefined}
            tabIndex={-1}
          >
            <Highlight text={tag} search={search} />
          </Link>
        ))}
      </span>
    </span>
  );
}
