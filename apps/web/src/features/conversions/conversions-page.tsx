import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { ChoiceLinks } from '../../ui/choice-links.tsx';
import { ClicksTab } from './clicks-tab.tsx';
import css from './conversions.module.css';
import { ConversionsTab } from './conversions-tab.tsx';
import { InboxTab } from './inbox-tab.tsx';

const TABS = ['conversions', 'inbox', 'clicks'] as const;

export function ConversionsPage() {
  return hasPermission(useCurrentUser(), 'conversions:read') ? <Conversions /> : <AccessDenied />;
}

function Conversions() {
  const { t } = useTranslation('conversions');
  const { search } = useLocation();
  const asked = new URLSearchParams(search).get('tab');
  const tab = TABS.find((each) => each === asked) ?? 'conversions';
  const views = (
    <div className={css.views}>
      <ChoiceLinks
        label={t('title')}
        choices={TABS.map((each) => ({
          label: t(`tab.${each}`),
          to: { search: each === 'conversions' ? '' : `?tab=${each}` },
          chosen: each === tab,
        }))}
      />
    </div>
  );
  if (tab === 'inbox') return <InboxTab views={views} />;
  return tab === 'clicks' ? <ClicksTab views={views} /> : <ConversionsTab views={views} />;
}
