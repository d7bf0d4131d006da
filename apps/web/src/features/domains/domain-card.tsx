import type { Domain } from '@poklik/contract/domains';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import type { MenuAction } from '../../ui/menu/menu-action.ts';
import { toast } from '../../ui/toast/toast.ts';
import css from './domain-card.module.css';
import { DomainChecks } from './domain-checks.tsx';
import { DomainRecord } from './domain-record.tsx';
import { DomainStatusBadge } from './domain-status.tsx';
import { useChangeDomain, useCheckDomain } from './domains.queries.ts';

export type DomainAction = 'settings' | 'remove';

interface DomainCardProps {
  domain: Domain;
  canWrite: boolean;
  onAct: (act: DomainAction) => void;
}

/** One domain: the records to set, what the checks found and what it is used for. */
export function DomainCard({ domain, canWrite, onAct }: DomainCardProps) {
  const { t } = useTranslation('domains');
  const { name, host, status, record, campaigns, suspended_reason: reason } = domain;
  const isOwn = domain.kind === 'own';
  return (
    <article className={css.card} aria-label={name}>
      <header className={css.head}>
        <div className={css.title}>
          <h2 className={css.name}>{name}</h2>
          <DomainStatusBadge status={status} />
          {domain.is_default && (
            <Badge kind="neutral" shape="dot">
              {t('default')}
            </Badge>
          )}
        </div>
        {canWrite && (
          <div className={css.actions}>
            {isOwn && status !== 'suspended' && <CheckButton domain={domain} />}
            <CardMenu domain={domain} onAct={onAct} />
          </div>
        )}
      </header>
      {name !== host && <code className={css.host}>{host}</code>}
      {status === 'suspended' && <Banner kind="danger">{t('suspended', { reason })}</Banner>}
      {status === 'expired' && <Banner kind="warning">{t('expired')}</Banner>}
      {record && status !== 'suspended' && <DomainRecord record={record} status={status} />}
      <DomainChecks checks={domain.checks} />
      <p className={css.text}>
        {t('used', { count: campaigns })}
        {isOwn || ` · ${t('given')}`}
      </p>
    </article>
  );
}

const report = (error: Error) => toast(error.message, { kind: 'problem' });

function CheckButton({ domain }: { domain: Domain }) {
  const { t } = useTranslation('domains');
  const check = useCheckDomain();
  return (
    <Button
      size="sm"
      icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
      loading={check.isPending}
      onClick={() => check.mutate(domain, { onError: report })}
    >
      {t('check_now')}
    </Button>
  );
}

function CardMenu({ domain, onAct }: Pick<DomainCardProps, 'domain' | 'onAct'>) {
  const { t } = useTranslation(['domains', 'select']);
  const change = useChangeDomain();
  const { name, status, kind } = domain;
  const isServing = status === 'active' || status === 'failing';
  const makeDefault = () =>
    change.mutate(
      { domain, settings: { is_default: true } },
      { onSuccess: () => toast(t('default_set', { name })), onError: report },
    );
  const actions: MenuAction[] = [
    ...(isServing && !domain.is_default ? [{ label: t('make_default'), onSelect: makeDefault }] : []),
    { label: t('settings.act'), onSelect: () => onAct('settings') },
    ...(kind === 'own' && status !== 'suspended'
      ? [{ label: t('remove.act'), danger: true, onSelect: () => onAct('remove') }]
      : []),
  ];
  return <ActionsMenu label={t('select:actions_of', { name })} actions={actions} />;
}
