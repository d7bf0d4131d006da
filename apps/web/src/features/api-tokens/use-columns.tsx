import type { ApiToken } from '@poklik/contract/api-tokens';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay, formatExactTime, formatRelative } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActionsMenu } from '../../ui/actions-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import text from '../../ui/text.module.css';
import css from './api-tokens-page.module.css';

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

export function useColumns(
  onAct: ((act: 'rotate' | 'revoke', token: ApiToken) => void) | undefined,
): Column<ApiToken>[] {
  const { t } = useTranslation('api');
  const { t: control } = useTranslation('select');
  const { id: readerId, timezone } = useCurrentUser();
  const language = useLanguage();
  const moment = (at: string) => (
    <time dateTime={at} title={formatExactTime(language, at, timezone)}>
      {formatRelative(language, at, timezone, new Date())}
    </time>
  );
  return [
    {
      id: 'name',
      header: t('column.name'),
      card: 'title',
      cell: ({ name, prefix }) => (
        <span className={text.stacked}>
          <span className={text.name}>{name}</span>
          <code className={css.code}>{prefix}…</code>
        </span>
      ),
    },
    {
      id: 'scopes',
      header: t('column.scopes'),
      card: 'value',
      cell: ({ scopes }) => (
        <span className={css.tags}>
          {scopes.map((scope) => (
            <code key={scope} className={css.tag}>
              {scope}
            </code>
          ))}
        </span>
      ),
    },
    {
      id: 'limits',
      header: t('column.limits'),
      card: 'value',
      priority: 3,
      cell: ({ campaign_ids: campaigns, ip_allow_list: ips }) => (
        <span className={text.stacked}>
          <span>{campaigns === null ? t('all_campaigns') : t('campaigns', { count: campaigns.length })}</span>
          <span className={text.aside}>{ips === null ? t('from_anywhere') : ips.join(', ')}</span>
        </span>
      ),
    },
    {
      id: 'last_used',
      header: t('column.last_used'),
      card: 'value',
      cell: ({ last_used_at: at, last_used_ip: ip }) =>
        at === null ? (
          <span className={text.aside}>{t('never_used')}</span>
        ) : (
          <span className={text.stacked}>
            {moment(at)}
            <span className={text.aside}>{ip}</span>
          </span>
        ),
    },
    {
      id: 'expires',
      header: t('column.expires'),
      card: 'value',
      cell: ({ expires_at: at }) => {
        if (at === null) return <span className={text.aside}>{t('life.never')}</span>;
        const left = Date.parse(at) - Date.now();
        if (left <= 0) {
          return (
            <Badge kind="danger" shape="cross">
              {t('expired')}
            </Badge>
          );
        }
        return left < SOON_DAYS * DAY_MS ? (
          <Badge kind="warning" shape="clock">
            {t('expires_soon', { date: formatDay(language, at, timezone) })}
          </Badge>
        ) : (
          formatDay(language, at, timezone)
        );
      },
    },
    {
      id: 'created_by',
      header: t('column.created_by'),
      priority: 3,
      cell: ({ created_by: creator }) => creator.name || creator.email,
    },
    {
      id: 'actions',
      header: control('actions'),
      align: 'end',
      card: 'actions',
      narrow: true,
      cell: (token) =>
        onAct && (
          <ActionsMenu
            label={control('actions_of', { name: token.name })}
            actions={[
              ...(token.created_by.id === readerId
                ? [
                    {
                      label: t('rotate.act'),
                      icon: <RefreshCw size={16} strokeWidth={1.75} aria-hidden />,
                      onSelect: () => onAct('rotate', token),
                    },
                  ]
                : []),
              {
                label: t('revoke.act'),
                icon: <Trash2 size={16} strokeWidth={1.75} aria-hidden />,
                danger: true,
                onSelect: () => onAct('revoke', token),
              },
            ]}
          />
        ),
    },
  ];
}
