import type { Instruction } from '@poklik/contract/instructions';
import { guideLanguage } from '@poklik/domain/instructions/guide-text';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useInstructions, useRemoveInstruction, useReorderInstructions } from './instructions.queries.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Author actions: edit, move within the category, delete. */
export function GuideAuthorActions({ guide }: { guide: Instruction }) {
  const { t } = useTranslation('instructions');
  const { t: control } = useTranslation('select');
  const localizedPath = useLocalizedPath();
  const language = useLanguage();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveInstruction();
  const move = useMoveGuide(guide);
  const title = guide.title[guideLanguage(guide, language)];
  return (
    <>
      <ActionsMenu
        label={control('actions_of', { name: title })}
        actions={[
          {
            label: t('edit'),
            icon: <Pencil {...icon} />,
            onSelect: () => void navigate(localizedPath(paths.instructionUpdate(guide.id))),
          },
          ...(move.up ? [{ label: t('move_up'), icon: <ArrowUp {...icon} />, onSelect: move.up }] : []),
          ...(move.down ? [{ label: t('move_down'), icon: <ArrowDown {...icon} />, onSelect: move.down }] : []),
          { label: control('delete'), icon: <Trash2 {...icon} />, danger: true, onSelect: () => setRemoving(true) },
        ]}
      />
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('delete_title')}
        onConfirm={async () => toast((await remove(guide.id)).message)}
        danger
      >
        <p>{title}</p>
        <p>{t('delete_consequence')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Swaps with the neighbor in the same category. */
function useMoveGuide(guide: Instruction) {
  const { t } = useTranslation('instructions');
  const { data: all = [] } = useInstructions();
  const reorder = useReorderInstructions();
  const siblings = all.filter(({ category }) => category === guide.category);
  const place = siblings.findIndex(({ id }) => id === guide.id);
  const swap = (neighbour: Instruction | undefined) =>
    neighbour &&
    (() => {
      const ids = all.map(({ id }) => (id === guide.id ? neighbour.id : id === neighbour.id ? guide.id : id));
      reorder(ids).then(
        () => toast(t('moved')),
        (error: Error) => toast(error.message, { kind: 'problem' }),
      );
    });
  return { up: swap(siblings[place - 1]), down: swap(siblings[place + 1]) };
}
