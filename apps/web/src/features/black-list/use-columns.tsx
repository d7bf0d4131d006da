import type { BlackListEntry } from '@poklik/contract/black-list';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DateTime } from '../../widgets/date-time.tsx';
import css from './black-list-page.module.css';

/** Longer ones may take two lines; an IPv4 range never does. */
const LONG = 24;

/** `onRemove` is omitted without write permission. */
export function useColumns(onRemove: ((entry: BlackListEntry) => void) | undefined): Column<BlackListEntry>[] {
  const { t } = useTranslation('black_list_page');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  return [
    {
      id: 'ip',
      header: t('ip'),
      sortable: true,
      card: 'title',
      cell: ({ ip }) => (
        <code className={css.ip} data-long={ip.length > LONG || undefined}>
          {ip}
        </code>
      ),
    },
    {
      id: 'action',
      header: t('action'),
      sortable: true,
      card: 'badge',
      cell: ({ action }) => <ActionBadge action={action} />,
    },
    {
      id: 'hits',
      header: t('hits'),
      sortable: true,
      align: 'end',
      card: 'value',
      cell: ({ hits }) => (
        <span title={hits === null ? t('hits_unknown') : undefined}>{formatInteger(language, hits)}</span>
      ),
    },
    {
      id: 'last_hit_at',
      header: t('last_hit_at'),
      sortable: true,
      card: 'value',
      cell: ({ hits, last_hit_at: at }) =>
        at ? <DateTime iso={at} /> : <span className={css.none}>{hits === null ? '—' : t('never_hit')}</span>,
    },
    {
      id: 'campaign',
      header: t('campaign'),
      card: 'value',
      cell: ({ campaign }) => campaign?.name ?? <span className={css.none}>{control('all_campaigns')}</span>,
    },
    {
      id: 'comment',
      header: t('comment'),
      card: 'value',
      cell: ({ comment }) => comment || <span className={css.none}>—</span>,
    },
    {
      id: 'created_at',
      header: t('created_at'),
      sortable: true,
      priority: 3,
      card: 'value',
      cell: ({ created_at: at }) => <DateTime iso={at} />,
    },
    ...(onRemove
      ? [
          {
            id: 'remove',
            header: t('actions'),
            narrow: true,
            card: 'actions' as const,
            cell: (entry: BlackListEntry) => (
              <IconButton label={`${control('delete')}: ${entry.ip}`} onClick={() => onRemove(entry)}>
                <Trash2 size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            ),
          },
        ]
      : []),
  ];
}

function ActionBadge({ action }: Pick<BlackListEntry, 'action'>) {
  const { t } = useTranslation('black_list_page');
  return action === 'block' ? (
    <Badge kind="danger" shape="cross">
      {t('block')}
    </Badge>
  ) : (
    <Badge kind="neutral" shape="ring">
      {t('exclude')}
    </Badge>
  );
}
