import { type CustomerNote, NewCustomerNote } from '@poklik/contract/customers';
import { StickyNote } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useListState } from '../../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextareaField } from '../../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { DateTime } from '../../../widgets/date-time.tsx';
import css from './customer.module.css';
import { useAddNote, useNotes, useRemoveNote } from './customer.queries.ts';
import type { TabProps } from './tab-props.ts';

/** Notes that only operators see. */
export function NotesTab(props: TabProps) {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  const { user } = props;
  const canWrite = hasPermission(useCurrentUser(), 'users:write');
  const list = useListState(['created_at']);
  const query = useNotes(user.id, list.query);
  const remove = useRemoveNote(user.id);
  const [removed, setRemoved] = useState<CustomerNote | null>(null);
  const columns = useColumns(canWrite, setRemoved);
  return (
    <div className={css.tab}>
      {canWrite && <NoteForm {...props} />}
      <DataTable
        label={t('tab.notes')}
        columns={columns}
        list={list}
        query={query}
        rowId={({ id }) => id}
        rowLabel={({ text }) => text.slice(0, 40)}
        empty={<EmptyState icon={StickyNote} title={t('notes.empty')} text={t('notes.empty_text')} />}
      />
      {removed && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setRemoved(null)}
          title={t('notes.remove_title')}
          confirmLabel={t('notes.remove')}
          cancelLabel={control('cancel')}
          onConfirm={async () => toast((await remove.mutateAsync(removed.id)).message)}
        >
          <p className={css.note}>{removed.text.slice(0, 200)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function NoteForm({ user, draft, setDraft }: TabProps) {
  const { t } = useTranslation('customers');
  const add = useAddNote(user.id);
  const form = useZodForm(NewCustomerNote, { defaultValues: { text: draft } });
  const { watch, reset } = form;
  useEffect(() => {
    const { unsubscribe } = watch(({ text = '' }) => setDraft(text));
    return unsubscribe;
  }, [watch, setDraft]);
  return (
    <Form
      form={form}
      onSubmit={async ({ text }) => {
        await add.mutateAsync(text);
        reset({ text: '' });
        toast(t('notes.added'));
      }}
    >
      <div className={css.noteForm}>
        <TextareaField name="text" label={t('notes.new')} hint={t('notes.hint')} required limit={5000} rows={3} />
        <FormError />
        <div>
          <SubmitButton>{t('notes.add')}</SubmitButton>
        </div>
      </div>
    </Form>
  );
}

function useColumns(canWrite: boolean, onRemove: (note: CustomerNote) => void): Column<CustomerNote>[] {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  return [
    {
      id: 'created_at',
      header: t('notes.at'),
      sortable: true,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    {
      id: 'text',
      header: t('notes.text'),
      card: 'title',
      wide: true,
      cell: ({ text }) => <span className={css.note}>{text}</span>,
    },
    { id: 'author', header: t('notes.author'), card: 'value', cell: ({ author }) => author ?? t('notes.gone') },
    ...(canWrite
      ? [
          {
            id: 'actions',
            header: control('actions'),
            align: 'end' as const,
            card: 'actions' as const,
            narrow: true,
            cell: (note: CustomerNote) => (
              <ActionsMenu
                label={control('actions_of', { name: note.text.slice(0, 40) })}
                actions={[{ label: t('notes.remove'), danger: true, onSelect: () => onRemove(note) }]}
              />
            ),
          },
        ]
      : []),
  ];
}
