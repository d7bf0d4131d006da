import type { ApiToken } from '@poklik/contract/api-tokens';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay, formatExactTime, formatRelative } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import text from '../../ui/text.module.css';
import css from './api-tokens-page.module.css';

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

type TokenAction = 'rotate' | 'revoke';

export function useColumns(onAct: ((act: TokenAction, token: ApiToken) => void) | undefined): Column<ApiToken>[] {
  const { t } = useTranslation('api');
  const { t: control } = useTranslation('select');
  const { timezone } = useCurrentUser();
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
      cell: ({ scopes }) => <Scopes scopes={scopes} />,
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
      cell: (token) => <Expiry token={token} />,
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
      cell: (token) => onAct && <TokenActions token={token} onAct={(act) => onAct(act, token)} />,
    },
  ];
}

function Scopes({ scopes }: Pick<ApiToken, 'scopes'>) {
  return (
    <span className={css.tags}>
      {scopes.map((scope) => (
        <code key={scope} className={css.tag}>
          {scope}
        </code>
      ))}
    </span>
  );
}

function Expiry({ token: { expires_at: at } }: { token: ApiToken }) {
  const { t } = useTranslation('api');
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  if (at === null) return <span className={text.aside}>{t('life.never')}</span>;
  const left = Date.parse(at) - Date.now();
  if (left <= 0) {
    return (
      <Badge kind="danger" shape="cross">
        {t('expired')}
      </Badge>
    );
  }
  const date = formatDay(language, at, timezone);
  if (left >= SOON_DAYS * DAY_MS) return date;
  return (
    <Badge kind="warning" shape="clock">
      {t('expires_soon', { date })}
    </Badge>
  );
}

function TokenActions({ token, onAct }: { token: ApiToken; onAct: (act: TokenAction) => void }) {
  const { t } = useTranslation('api');
  const { t: control } = useTranslation('select');
  const isOwn = token.created_by.id === useCurrentUser().id;
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <ActionsMenu
      label={control('actions_of', { name: token.name })}
      actions={[
        ...(isOwn ? [{ label: t('rotate.act'), icon: <RefreshCw {...icon} />, onSelect: () => onAct('rotate') }] : []),
        { label: t('revoke.act'), icon: <Trash2 {...icon} />, danger: true, onSelect: () => onAct('revoke') },
      ]}
    />
  );
}
