import type { Campaign } from '@poklik/contract/campaigns';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { AccessDenied } from '../../../ui/state/access-denied.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { optionsQuery } from './campaign.queries.ts';
import { CampaignForm } from './campaign-form.tsx';
import { emptySettings, onDefaultDomain } from './campaign-values.ts';
import { FormSkeleton } from './form-skeleton.tsx';

export function CampaignCreatePage() {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const user = useCurrentUser();
  const options = useQuery(optionsQuery);
  const [initial] = useState(() => emptySettings(user));

  const showLinks = async (campaign: Campaign) => {
    // Browsers block copying long after the click; the next screen has the link anyway.
    const copied =
      campaign.status === 'active' &&
      (await navigator.clipboard.writeText(campaign.tracking_url).then(
        () => true,
        () => false,
      ));
    // The form must be clean before navigation.
    setTimeout(
      () => void navigate(localizedPath(paths.campaignLinks(campaign.id)), { state: { created: true, copied } }),
    );
  };

  if (!hasPermission(user, 'campaigns:write')) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title={t('create')}
        actions={<ButtonLink to={localizedPath(paths.campaign)}>{t('editor.back')}</ButtonLink>}
      />
      {options.isError && !options.data ? (
        <ErrorCard
          message={options.error.message}
          code={options.error instanceof ApiError ? options.error.code : undefined}
          onRetry={options.refetch}
        />
      ) : options.data ? (
        <CampaignForm initial={onDefaultDomain(initial, options.data)} options={options.data} onSaved={showLinks} />
      ) : (
        <FormSkeleton />
      )}
    </>
  );
}
