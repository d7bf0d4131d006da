import { Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { columnsOf } from '../breakdown/breakdown-table.tsx';
import { useExport } from '../statistics.queries.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './more-menu.module.css';
import { SavedViews } from './saved-views.tsx';

/** Saved reports, and the report as a file. */
export function MoreMenu({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { team } = useCurrentUser();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure
      name={t('more')}
      icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <h2 className={css.title}>{t('views.label')}</h2>
      <SavedViews screen={screen} onDone={() => setIsOpen(false)} />
      {team.can_export && (
        <div className={css.file}>
          <ExportButton screen={screen} />
        </div>
      )}
    </Disclosure>
  );
}

function ExportButton({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('statistics');
  const { question, state } = screen;
  const narrow = useNarrow();
  const file = useExport();
  const download = () =>
    file.mutate(
      {
        ...question,
        group_by: state.groups.join(','),
        columns: columnsOf(screen, narrow).join(','),
        ...(state.sort ? { sort: state.sort } : {}),
        ...(state.order ? { order: state.order } : {}),
      },
      { onError: (error) => toast(error.message || t('export_failed'), { kind: 'problem' }) },
    );
  return (
    <Button
      size="sm"
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      loading={file.isPending}
      onClick={download}
    >
      {t('export')}
    </Button>
  );
}
