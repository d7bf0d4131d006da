import type { HelpThread } from '@poklik/contract/help';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { reloadApp } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './help.module.css';
import { lookAsCustomer, useSetStatus } from './help.queries.ts';
import { StatusBadge } from './help-list.tsx';

export function ThreadHeader({ thread }: { thread: HelpThread }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const isOperator = hasPermission(useCurrentUser(), 'help:answer');
  return (
    <PageHeader
      title={thread.subject}
      subtitle={
        <span className={css.facts}>
          <StatusBadge status={thread.status} />
          <span>{t('number', { id: thread.id })}</span>
          {isOperator ? (
            <Link to={localizedPath(paths.customer(thread.author.id))}>{thread.author.email}</Link>
          ) : (
            <span>{thread.author.email}</span>
          )}
          <ObjectName thread={thread} isOwn={!isOperator} />
        </span>
      }
      actions={
        <>
          <ButtonLink to={localizedPath(paths.help)}>{t('back')}</ButtonLink>
          <StatusButton thread={thread} />
          {isOperator && <LookButton thread={thread} />}
        </>
      }
    />
  );
}

/** Where customers see what they asked about. */
function placeOf({ object }: HelpThread): string {
  switch (object?.kind) {
    case 'campaign':
      return paths.campaignUpdate(Number(object.id));
    case 'click':
      return paths.click(object.id);
    case 'invoice':
      return `${paths.invoices}?search=${encodeURIComponent(object.name)}`;
    default:
      return paths.campaign;
  }
}

function ObjectName({ thread, isOwn }: { thread: HelpThread; isOwn: boolean }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const { object } = thread;
  if (object === null) return null;
  return (
    <span className={css.object}>
      {t(`about.${object.kind}`)}:{' '}
      {isOwn ? <Link to={localizedPath(placeOf(thread))}>{object.name}</Link> : object.name}
    </span>
  );
}

function StatusButton({ thread: { id, status } }: { thread: HelpThread }) {
  const { t } = useTranslation('help');
  const setStatus = useSetStatus(id);
  const next = status === 'closed' ? 'open' : 'closed';
  const change = () =>
    setStatus.mutate(next, {
      onSuccess: () => toast(t(next === 'closed' ? 'closed' : 'reopened')),
      onError: ({ message }) => toast(message, { kind: 'problem' }),
    });
  return (
    <Button loading={setStatus.isPending} onClick={change}>
      {t(next === 'closed' ? 'close' : 'reopen')}
    </Button>
  );
}

/** The existing impersonation, at the place that the request is about. */
function LookButton({ thread }: { thread: HelpThread }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpened(true)}>
        {t('look')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('look_title', { email: thread.author.email })}
        confirmLabel={t('look')}
        onConfirm={async () => {
          await lookAsCustomer(thread.id);
          reloadApp(localizedPath(placeOf(thread)));
        }}
      >
        <p>{t('look_text', { id: thread.id })}</p>
      </ConfirmDialog>
    </>
  );
}
