import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ImportButton } from './bulk/import-button.tsx';
import { useArchivedCount } from './campaign-list.queries.ts';

interface NoCampaignsProps {
  action: ReactNode;
  canImport: boolean;
  archive: { search: string };
}

/** Empty state. Links to the archive when all campaigns are archived. */
export function NoCampaigns({ action, canImport, archive }: NoCampaignsProps) {
  const { t } = useTranslation('campaigns');
  const archived = useArchivedCount().data ?? 0;
  return (
    <EmptyState
      icon={Megaphone}
      title={t(archived > 0 ? 'list.all_archived' : 'empty.title')}
      text={
        archived > 0 ? (
          t('list.all_archived_text', { count: archived })
        ) : (
          <>
            {t('empty.text')} {t('empty.routing_page')}
          </>
        )
      }
      action={
        <>
          {archived > 0 && <ButtonLink to={archive}>{t('list.open_archive')}</ButtonLink>}
          {action}
          {canImport && <ImportButton />}
        </>
      }
    />
  );
}
