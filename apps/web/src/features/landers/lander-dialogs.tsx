import type { Lander } from '@poklik/contract/landers';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { LanderLinks } from '../../widgets/landers/lander-links.tsx';
import { useLanderUses, useLanderVersions, useRestoreLander } from '../../widgets/landers/landers.queries.ts';
import { UsesList } from '../../widgets/offers/uses-list.tsx';
import { VersionList } from '../../widgets/offers/version-list.tsx';

interface LanderDialogProps {
  lander: Lander | null;
  onClose: () => void;
}

/** The links to put on the page; opens by itself for a new lander. */
export function LinksDialog({ lander, onClose }: LanderDialogProps) {
  const { t } = useTranslation('landers');
  return (
    <Modal opened={lander !== null} onClose={onClose} title={lander?.name ?? t('name')} wide>
      {lander && <LanderLinks lander={lander} />}
    </Modal>
  );
}

export function UsesDialog({ lander, onClose }: LanderDialogProps) {
  const { t } = useTranslation('offers');
  return (
    <Modal opened={lander !== null} onClose={onClose} title={t('uses_title', { name: lander?.name ?? '' })}>
      {lander && <Uses id={lander.id} />}
    </Modal>
  );
}

function Uses({ id }: { id: number }) {
  const { t } = useTranslation('landers');
  return <UsesList query={useLanderUses(id)} unused={t('unused')} />;
}

export function VersionsDialog({ lander, canRestore, onClose }: LanderDialogProps & { canRestore: boolean }) {
  const { t } = useTranslation('landers');
  return (
    <Modal opened={lander !== null} onClose={onClose} title={t('versions_title', { name: lander?.name ?? '' })} wide>
      {lander && <Versions id={lander.id} canRestore={canRestore} onDone={onClose} />}
    </Modal>
  );
}

function Versions({ id, canRestore, onDone }: { id: number; canRestore: boolean; onDone: () => void }) {
  const { t } = useTranslation('landers');
  const restore = useRestoreLander();
  return (
    <VersionList
      query={useLanderVersions(id)}
      restore={canRestore ? (version) => restore.mutateAsync({ id, version }) : null}
      onRestored={onDone}
      settingName={(name) => t(`settings.${name}`)}
    />
  );
}
