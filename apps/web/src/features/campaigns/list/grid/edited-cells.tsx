import type { Campaign } from '@poklik/contract/campaigns';
import { weightsText } from '@poklik/domain/campaigns/place-weights';
import { StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import type { EditCell, EditedCell } from '../edit/use-cell-editor.ts';
import css from './cells.module.css';

interface EditedCellProps {
  campaign: Campaign;
  /** Undefined for members who can't edit. */
  onEdit: EditCell | undefined;
}

/** Weights of destinations that compete; a press edits them in place. */
export function WeightsCell({ campaign, onEdit }: EditedCellProps) {
  const { t } = useTranslation('campaigns');
  const text = weightsText(campaign);
  if (text === '' || !onEdit) return text || '—';
  return (
    <EditButton kind="weights" campaign={campaign} onEdit={onEdit} label={t('list.edit.weights', campaign)}>
      {text}
    </EditButton>
  );
}

/** The note; a press edits it in place. */
export function NoteCell({ campaign, onEdit }: EditedCellProps) {
  const { t } = useTranslation('campaigns');
  if (!onEdit) return <span title={campaign.notes}>{campaign.notes}</span>;
  return (
    <EditButton kind="note" campaign={campaign} onEdit={onEdit} label={t('list.edit.note', campaign)}>
      {campaign.notes || <span className={css.add}>{t('list.edit.add_note')}</span>}
    </EditButton>
  );
}

interface EditButtonProps extends EditedCellProps {
  kind: EditedCell['kind'];
  onEdit: EditCell;
  label: string;
  children: ReactNode;
}

function EditButton({ kind, campaign, onEdit, label, children }: EditButtonProps) {
  return (
    <button
      type="button"
      className={css.edit}
      aria-label={label}
      aria-haspopup="dialog"
      title={kind === 'note' && campaign.notes ? campaign.notes : label}
      tabIndex={-1}
      onClick={({ currentTarget }) => onEdit({ kind, campaign, opener: currentTarget })}
    >
      {children}
    </button>
  );
}

/** Next to the name: whether there is a note, and the way to write one. */
export function NoteMark({ campaign, onEdit }: EditedCellProps) {
  const { t } = useTranslation('campaigns');
  const { notes } = campaign;
  const icon = <StickyNote size={14} strokeWidth={1.75} aria-hidden />;
  if (!onEdit)
    return (
      notes !== '' && (
        <span className={css.note} role="img" aria-label={t('list.note', { note: notes })} title={notes}>
          {icon}
        </span>
      )
    );
  return (
    <IconButton
      className={(notes === '' ? css.toggle : css.noteButton) ?? ''}
      label={notes === '' ? t('list.edit.note', campaign) : t('list.note', { note: notes })}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={({ currentTarget }) => onEdit({ kind: 'note', campaign, opener: currentTarget })}
    >
      {icon}
    </IconButton>
  );
}
