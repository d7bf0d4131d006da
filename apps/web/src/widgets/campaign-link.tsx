import { Link } from 'react-router';
import { paths } from '../i18n/paths.ts';
import { useLocalizedPath } from '../i18n/use-localized-path.ts';
import css from './campaign-link.module.css';

/** A campaign's name; opens its overview. */
export function CampaignLink({ campaign: { id, name } }: { campaign: { id: number; name: string } }) {
  const localizedPath = useLocalizedPath();
  return (
    <Link className={css.link} to={localizedPath(paths.campaignOverview(id))}>
      {name}
    </Link>
  );
}
