import type { Tasks } from '@poklik/contract/overview-business';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import { useTasks } from './overview.queries.ts';
import { Block } from './overview-card.tsx';
import css from './tasks-block.module.css';
import type { OverviewPlace } from './use-overview-place.ts';

/** What waits for the operator, each with its list. */
export function TasksBlock({ place }: { place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  return (
    <Block title={t('tasks.title')} query={useTasks()} height={96}>
      {({ tasks, currency }) =>
        tasks.length === 0 ? (
          <p className={css.none}>
            <CircleCheck size={20} strokeWidth={1.75} aria-hidden />
            {t('tasks.none')}
          </p>
        ) : (
          <ul className={css.tasks}>
            {tasks.map((task) => (
              <TaskItem key={task.task} task={task} currency={currency} place={place} />
            ))}
          </ul>
        )
      }
    </Block>
  );
}

type Task = Tasks['tasks'][number];

function TaskItem({ task, currency, place }: { task: Task; currency: string; place: OverviewPlace }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const to = useTaskLink(place);
  return (
    <li>
      <Link className={css.task} to={to(task.task)}>
        <b className={css.count}>{formatInteger(language, task.count)}</b>{' '}
        <span className={css.name}>{t(`tasks.${task.task}`)}</span>{' '}
        <span className={css.note}>
          {task.amount !== null && <span>{formatMoney(language, task.amount, currency)}</span>}{' '}
          {task.since !== null && (
            <span>
              {t('tasks.since')} <DateTime iso={task.since} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function useTaskLink({ toList }: OverviewPlace) {
  const localizedPath = useLocalizedPath();
  return (task: Task['task']): string => {
    switch (task) {
      case 'withdrawals':
        return `${localizedPath(paths.withdrawal)}?status=pending`;
      case 'commissions_on_hold':
        return `${localizedPath(paths.withdrawal)}?tab=held`;
      case 'open_invoices':
        return `${localizedPath(paths.invoices)}?status=open`;
      case 'bank_lines':
        return `${localizedPath(paths.transactions)}?tab=bank`;
      case 'help_requests':
        return `${localizedPath(paths.help)}&status=open`;
      default:
        return toList(task);
    }
  };
}
