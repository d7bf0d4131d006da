import { Megaphone } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useArchivedCount } from './campaign-list.queries.ts';

const ImportButton = lazy(async () => {
  const [{ ImportButton }] = await Promise.all([
    import('./bulk/campaign-files.tsx'),
    loadNamespaces(['campaign_bulk']),
  ]);
  return { default: ImportButton };
});

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
          {canImport && (
            <Suspense>
              <ImportButton />
            </Suspense>
          )}
        </>
      }
    />
  );
}
