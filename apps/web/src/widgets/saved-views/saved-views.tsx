import type { GridLayout } from '@poklik/contract/grid-layouts';
import { Trash2, Users } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './saved-views.module.css';
import { useRemoveView, useSavedViews, useSaveView, type ViewScreen, viewSearch } from './saved-views.queries.ts';

// Dialogs load on demand to keep the screen light.
const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog,
}));

const NAME_MAX = 64;

/** The view to remove; stays named while the dialog closes. */
interface RemovingView {
  id: number;
  name: string;
  opened: boolean;
}

interface SavedViewsProps {
  screen: ViewScreen;
  /** What is saved: the query string of the screen and the layout of its table. */
  search: string;
  layout: GridLayout;
  openedId: number | null;
  onDone: () => void;
}

/** Saved views: open, delete, save. Its texts are in `grid`. */
export function SavedViews({ screen, search, layout, openedId, onDone }: SavedViewsProps) {
  const { t } = useTranslation('grid');
  const [removing, setRemoving] = useState<RemovingView | null>(null);
  const views = useSavedViews(screen);
  const remove = useRemoveView(screen);
  const list = views.data ?? [];
  return (
    <>
      <h2 className={css.title}>{t('views.label')}</h2>
      {list.length === 0 && !views.isLoading && <p className={css.none}>{views.error?.message ?? t('views.none')}</p>}
      <ul className={css.list}>
        {list.map((view) => (
          <li key={view.id} className={css.view}>
            <Link
              className={css.name}
              to={viewSearch(view)}
              aria-current={view.id === openedId ? 'true' : undefined}
              onClick={onDone}
            >
              {view.name}
            </Link>
            {view.is_shared && (
              <span className={css.shared} role="img" aria-label={t('views.shared')} title={t('views.shared')}>
                <Users size={14} strokeWidth={1.75} aria-hidden />
              </span>
            )}
            {view.is_own && (
              <IconButton
                label={t('views.remove', { name: view.name })}
                onClick={() => setRemoving({ id: view.id, name: view.name, opened: true })}
              >
                <Trash2 size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <SaveForm screen={screen} search={search} layout={layout} onSaved={onDone} />
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

type SaveFormProps = Pick<SavedViewsProps, 'screen' | 'search' | 'layout'> & { onSaved: () => void };

function SaveForm({ screen, search, layout, onSaved }: SaveFormProps) {
  const { t } = useTranslation('grid');
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const save = useSaveView(screen);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    await save.mutateAsync({ name, search, layout, is_shared: isShared });
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
      <label className={css.check}>
        <input type="checkbox" checked={isShared} onChange={(event) => setIsShared(event.target.checked)} />
        {t('views.share')}
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
