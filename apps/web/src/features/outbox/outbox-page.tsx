import { outboxApi } from '@poklik/contract/outbox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Pagination } from '../../ui/choice/pagination.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { OutboxEmailCard } from './outbox-email-card.tsx';
import css from './outbox-page.module.css';

/** Emails kept on this server because no SMTP server is configured. */
export function OutboxPage() {
  const { t } = useTranslation('users_list');
  if (!hasPermission(useCurrentUser(), 'outbox:read')) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('outbox.title')} subtitle={t('outbox.subtitle')} />
      <OutboxEmails />
    </>
  );
}

function OutboxEmails() {
  const { t } = useTranslation('users_list');
  const { query, toPage } = useListState(['created_at']);
  const { data, error, refetch } = useQuery({
    queryKey: ['outbox', query],
    queryFn: ({ signal }) => call(outboxApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return (
      <ErrorCard message={error.message} code={error instanceof ApiError ? error.code : undefined} onRetry={refetch} />
    );
  }
  if (!data) return <PageLoader />;
  if (data.data.length === 0) {
    return <EmptyState icon={MailCheck} title={t('outbox.empty')} text={t('outbox.empty_text')} />;
  }
  return (
    <>
      <ul className={css.emails}>
        {data.data.map((email) => (
          <li key={email.id}>
            <OutboxEmailCard email={email} />
          </li>
        ))}
      </ul>
      <Pagination meta={data.meta} links={data.links} toPage={toPage} />
    </>
  );
}
