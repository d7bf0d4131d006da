import type { Domain } from '@poklik/contract/domains';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './domain-card.module.css';
import { type DomainAction, DomainCard } from './domain-card.tsx';
import { AddDomainForm, DomainSettingsFields } from './domain-forms.tsx';
import { useDomains } from './domains.queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** The customer's tracking domains. They update by themselves. */
export function DomainsPage({ views }: { views: ReactNode }) {
  const { t } = useTranslation('domains');
  const canWrite = hasPermission(useCurrentUser(), 'campaigns:write');
  const [adding, setAdding] = useState(false);
  const add = () => setAdding(true);
  useCreateKey(canWrite ? add : undefined);
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={canWrite && <CreateButton onClick={add}>{t('add.open')}</CreateButton>}
      />
      {views}
      <DomainList canWrite={canWrite} />
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('add.title')} closeOnClickOutside={false}>
        <AddDomainForm onAdded={() => setAdding(false)} />
      </Modal>
    </>
  );
}

function DomainList({ canWrite }: { canWrite: boolean }) {
  const { t } = useTranslation(['domains', 'select']);
  const { data: domains, error, refetch } = useDomains();
  const { about: chosen, ...dialog } = useDialog<{ act: DomainAction; domain: Domain }>();
  if (!domains) {
    if (!error) return <PageLoader />;
    const code = error instanceof ApiError ? error.code : undefined;
    return <ErrorCard message={error.message} code={code} onRetry={refetch} />;
  }
  return (
    <>
      <div className={css.notices}>
        {error && (
          <Banner kind="warning" role="status">
            {t('select:not_refreshed')}
          </Banner>
        )}
        {domains.every(({ kind }) => kind === 'given') && <Banner kind="info">{t('only_given')}</Banner>}
      </div>
      <div className={css.cards}>
        {domains.map((domain) => (
          <DomainCard
            key={domain.id}
            domain={domain}
            canWrite={canWrite}
            onAct={(act) => dialog.open({ act, domain })}
          />
        ))}
      </div>
      {chosen && <DomainDialogs key={chosen.domain.id} {...chosen} domains={domains} {...dialog.props} />}
    </>
  );
}

interface DomainDialogsProps {
  act: DomainAction;
  domain: Domain;
  domains: readonly Domain[];
  opened: boolean;
  onClose: () => void;
}

function DomainDialogs({ act, domain, domains, opened, onClose }: DomainDialogsProps) {
  const { t } = useTranslation('domains');
  const others = domains.filter(({ id, status }) => id !== domain.id && (status === 'active' || status === 'failing'));
  return (
    <>
      <Modal
        opened={opened && act === 'settings'}
        onClose={onClose}
        title={t('settings.title', { name: domain.name })}
        wide
        closeOnClickOutside={false}
      >
        <DomainSettingsFields domain={domain} onSaved={onClose} />
      </Modal>
      <RemoveDialog domain={domain} others={others} opened={opened && act === 'remove'} onClose={onClose} />
    </>
  );
}
