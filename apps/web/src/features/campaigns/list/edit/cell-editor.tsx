import { useTranslation } from 'react-i18next';
import { AnchoredPanel } from '../../../../ui/popover/anchored-panel.tsx';
import { NoteForm } from './note-form.tsx';
import type { EditedCell } from './use-cell-editor.ts';
import { WeightsForm } from './weights-form.tsx';

/** The editor of a cell, below it. */
export function CellEditor({ cell: { kind, campaign, opener }, onClose }: { cell: EditedCell; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const Editor = kind === 'note' ? NoteForm : WeightsForm;
  return (
    <AnchoredPanel opener={opener} title={t(`list.edit.${kind}`, { name: campaign.name })} onClose={onClose}>
      <Editor campaign={campaign} onDone={onClose} />
    </AnchoredPanel>
  );
}
