import { ROLES } from '@poklik/contract/roles';
import { LayoutDashboard, Mail, Megaphone, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Customers see their campaigns; the operator, who has none, an overview of the service. */
export function CampaignsPage() {
  return useCurrentUser().role === ROLES.SUPER_ADMIN ? <OperatorOverview /> : <Campaigns />;
}

function Campaigns() {
  const { t } = useTranslation('campaigns');
  const inLanguage = useInLanguage();
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        icon={Megaphone}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <ButtonLink
            variant="primary"
            icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            to={inLanguage(paths.campaignCreate)}
          >
            {t('add')}
          </ButtonLink>
        }
      />
    </>
  );
}

function OperatorOverview() {
  const { t } = useTranslation('campaigns');
  const inLanguage = useInLanguage();
  const mayReadOutbox = may(useCurrentUser(), 'outbox:read');
  return (
    <>
      <PageHeader title={t('overview.title')} />
      <EmptyState
        icon={LayoutDashboard}
        title={t('overview.empty')}
        text={t('overview.text')}
        action={
          mayReadOutbox && (
            <ButtonLink icon={<Mail size={16} strokeWidth={1.75} aria-hidden />} to={inLanguage(paths.outbox)}>
              {t('overview.to_outbox')}
            </ButtonLink>
          )
        }
      />
    </>
  );
}
