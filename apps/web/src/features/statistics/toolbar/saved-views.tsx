import { Trash2 } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, IconButton } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useRemoveView, useSaveView, useViews } from '../statistics.queries.ts';
import { writeState } from '../statistics-state.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './saved-views.module.css';

// Dialogs load on demand to keep the screen light.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog,
}));

const NAME_MAX = 64;

/** The view to remove; stays named while the dialog closes. */
interface RemovingView {
  id: number;
  name: string;
  opened: boolean;
}

interface SavedViewsProps {
  screen: StatisticsScreen;
  onDone: () => void;
}

/** Saved reports: open, delete, save. */
export function SavedViews({ screen, onDone }: SavedViewsProps) {
  const { t } = useTranslation('statistics');
  const [removing, setRemoving] = useState<RemovingView | null>(null);
  const views = useViews();
  const remove = useRemoveView();
  const list = views.data?.data ?? [];
  return (
    <>
      {list.length === 0 && <p className={css.none}>{views.error?.message ?? t('views.none')}</p>}
      <ul>
        {list.map(({ id, name, search }) => (
          <li key={id} className={css.view}>
            <Link className={css.name} to={{ search }} onClick={onDone}>
              {name}
            </Link>
            <IconButton
              label={t('views.remove', { name })}
              onClick={() => {
                setRemoving({ id, name, opened: true });
              }}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <SaveView screen={screen} onSaved={onDone} />
      {removing && (
        <Suspense>
          <ConfirmDialog
            opened={removing.opened}
            onClose={() => setRemoving({ ...removing, opened: false })}
            title={t('views.remove_title')}
            onConfirm={() => remove.mutateAsync(removing.id)}
            danger
          >
            <p>{removing.name}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

function SaveView({ screen, onSaved }: { screen: StatisticsScreen; onSaved: () => void }) {
  const { t } = useTranslation('statistics');
  const [name, setName] = useState('');
  const save = useSaveView();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    await save.mutateAsync({ name, search: writeState(screen.state) });
    toast(t('views.saved', { name: name.trim() }));
    setName('');
    onSaved();
  };
  return (
    <form className={css.save} onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <label className={css.field}>
        {t('views.name')}
        <input value={name} maxLength={NAME_MAX} onChange={(event) => setName(event.target.value)} />
      </label>
      {save.error && (
        <p className={css.wrong} role="alert">
          {save.error.message}
        </p>
      )}
      <Button type="submit" size="sm" variant="primary" loading={save.isPending}>
        {t('views.save')}
      </Button>
    </form>
  );
}
