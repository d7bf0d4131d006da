import { ROLES } from '@poklik/contract/roles';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { settings } from '../settings.ts';
import css from './campaign-screen.module.css';

export const DOMAINS = 'domains';

/** What the reader may open besides campaigns. */
export function useCampaignViews() {
  const user = useCurrentUser();
  const isOperator = user.role === ROLES.SUPER_ADMIN;
  const canRead = hasPermission(user, 'campaigns:read');
  return { isOperator, hasDomains: isOperator || (settings.hasDomains && canRead), hasOffers: !isOperator && canRead };
}

/** Switches between campaigns, their offers, landers and domains. */
export function CampaignViews({ chosen }: { chosen: 'campaigns' | 'offers' | 'landers' | 'domains' }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const { isOperator, hasDomains, hasOffers } = useCampaignViews();
  if (!hasDomains && !hasOffers) return null;
  const pathname = localizedPath(paths.campaign);
  const choices = [
    { view: 'campaigns', label: t(isOperator ? 'views.overview' : 'views.campaigns'), to: { pathname, search: '' } },
    ...(hasOffers
      ? [
          { view: 'offers', label: t('views.offers'), to: { pathname: localizedPath(paths.offers), search: '' } },
          { view: 'landers', label: t('views.landers'), to: { pathname: localizedPath(paths.landers), search: '' } },
        ]
      : []),
    ...(hasDomains
      ? [{ view: 'domains', label: t('views.domains'), to: { pathname, search: `?tab=${DOMAINS}` } }]
      : []),
  ];
  return (
    <div className={css.views}>
      <ChoiceLinks
        label={t('views.label')}
        choices={choices.map(({ view, ...choice }) => ({ ...choice, chosen: view === chosen }))}
      />
    </div>
  );
}
