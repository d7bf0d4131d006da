import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../../../i18n/i18n.ts';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import type { CampaignFilters } from '../use-campaign-filters.ts';

const CampaignFiles = lazy(async () => {
  const [{ CampaignFiles }] = await Promise.all([
    import('../bulk/campaign-files.tsx'),
    loadNamespaces(['campaign_bulk']),
  ]);
  return { default: CampaignFiles };
});

/** The listed campaigns as files, and back. */
export function FilesMenu({ filter }: { filter: CampaignFilters['query'] }) {
  const { t } = useTranslation('grid');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure
      name={t('views.files')}
      icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <Suspense>
        <CampaignFiles query={filter} />
      </Suspense>
    </Disclosure>
  );
}
