import type { Lander } from '@poklik/contract/landers';
import { useTranslation } from 'react-i18next';
import { useArchiveLander, useLanderUses } from '../../widgets/landers/landers.queries.ts';
import { useLanderOptions } from '../../widgets/landers/use-lander-options.ts';
import { ReplaceDialog } from '../../widgets/offers/replace-dialog.tsx';

export function ArchiveDialog({ lander, onClose }: { lander: Lander | null; onClose: () => void }) {
  return lander && <Opened key={lander.id} lander={lander} onClose={onClose} />;
}

function Opened({ lander, onClose }: { lander: Lander; onClose: () => void }) {
  const { t } = useTranslation('landers');
  const archive = useArchiveLander();
  const uses = useLanderUses(lander.id).data?.meta.total ?? 0;
  return (
    <ReplaceDialog
      thing={lander}
      uses={uses}
      texts={{
        title: t('archive_dialog.title', { name: lander.name }),
        unused: t('archive_dialog.text'),
        used: t('archive_dialog.used_text', { count: uses }),
        placeholder: t('field.placeholder'),
        done: t('archive_dialog.done'),
      }}
      useOptions={useLanderOptions}
      onArchive={(replacementId) => archive.mutateAsync({ id: lander.id, replacementId })}
      onClose={onClose}
    />
  );
}
