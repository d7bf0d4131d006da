import { Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { SavedViews } from '../../../widgets/saved-views/saved-views.tsx';
import { metricsOf, useBreakdownLayout } from '../breakdown/use-breakdown-layout.ts';
import { useExport } from '../statistics.queries.ts';
import { writeState } from '../statistics-state.ts';
import type { StatisticsScreen } from '../use-statistics-state.ts';
import css from './more-menu.module.css';

/** Saved reports, and the report as a file. */
export function MoreMenu({ screen }: { screen: StatisticsScreen }) {
  const { t } = useTranslation('grid');
  const { team } = useCurrentUser();
  const [isOpen, setIsOpen] = useState(false);
  const { layout } = useBreakdownLayout(screen);
  return (
    <Disclosure
      name={t('views.menu')}
      icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <SavedViews
        screen="statistics"
        search={writeState({ ...screen.state, view: null })}
        layout={layout}
        openedId={screen.state.view}
        onDone={() => setIsOpen(false)}
      />
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
  const { layout } = useBreakdownLayout(screen);
  const file = useExport();
  const download = () =>
    file.mutate(
      {
        ...question,
        group_by: state.groups.join(','),
        columns: metricsOf(layout).join(','),
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
