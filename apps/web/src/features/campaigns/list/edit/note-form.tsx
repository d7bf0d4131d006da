import type { Campaign } from '@poklik/contract/campaigns';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import css from './cell-editor.module.css';
import { useSaveNote } from './cell-editor.queries.ts';

const NOTE_MAX = 2000;

/** The note of a campaign. Ctrl+Enter saves, because Enter starts a new line. */
export function NoteForm({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) {
  const { t } = useTranslation(['campaigns', 'select']);
  const [note, setNote] = useState(campaign.notes);
  const save = useSaveNote();
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (note.trim() !== campaign.notes) {
      const saved = await save.mutateAsync({ campaign, note });
      const undo = () => save.mutateAsync({ campaign: saved, note: campaign.notes }).catch(showProblem);
      toast(t('list.edit.note_saved', { name: campaign.name }), {
        action: { label: t('list.undo'), onSelect: () => void undo() },
      });
    }
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit().catch(() => undefined);
  };
  return (
    <form className={css.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <textarea
        className={css.note}
        aria-label={t('list.columns.notes')}
        rows={4}
        maxLength={NOTE_MAX}
        value={note}
        data-autofocus
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {save.error && (
        <p className={css.wrong} role="alert">
          {save.error.message}
        </p>
      )}
      <div className={css.end}>
        <Button size="sm" onClick={onDone}>
          {t('select:cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={save.isPending} title="Ctrl+Enter">
          {t('list.edit.save')}
        </Button>
      </div>
    </form>
  );
}

const showProblem = (error: unknown) =>
  toast(error instanceof Error ? error.message : String(error), { kind: 'problem' });
