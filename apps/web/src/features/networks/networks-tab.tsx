import { NETWORK_NAME_MAX, type Network } from '@poklik/contract/networks';
import { Network as NetworkIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { useListFilters } from '../../ui/data-table/use-list-filters.ts';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ListSearch } from '../../ui/list-page/list-search.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import text from '../../ui/text.module.css';
import { DateTime } from '../../widgets/date-time.tsx';
import { AccountAddress } from './account-address.tsx';
import { DeleteNetworkDialog } from './delete-network-dialog.tsx';
import { MappingDialog } from './mapping-dialog.tsx';
import { NetworkDialog } from './network-dialog.tsx';
import css from './networks.module.css';
import { useNetworksPage } from './networks.queries.ts';
import { ReplaceKeyDialog } from './replace-key-dialog.tsx';

type Act = 'map' | 'edit' | 'rotate' | 'delete';
interface Doing {
  act: Act;
  network: Network;
}

/** Affiliate networks with their addresses and health. */
export function NetworksTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('networks');
  // Only those who see the addresses can change them.
  const canWrite = hasPermission(useCurrentUser(), 'networks:write');
  const list = useListState(['name', 'created_at']);
  const filters = useListFilters(['search']);
  const { search } = filters.values;
  const query = useNetworksPage({ ...list.query, ...(search && { search }) });
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const account = query.data?.account;
  const isWriter = canWrite && account?.postback_url != null;
  const columns = useColumns(isWriter ? setDoing : undefined);
  const add = () => setAdding(true);
  useCreateKey(isWriter ? add : undefined);
  const close = () => setDoing(undefined);
  const hasTools = filters.isFiltered || query.isPending || (query.data?.rows.length ?? 0) > 0;
  const of = (act: Act) => (doing?.act === act ? doing.network : null);
  return (
    <ListPage
      title={title}
      label={t('title')}
      above={
        <>
          {views}
          {account?.postback_url && <AccountAddress url={account.postback_url} until={account.previous_key_until} />}
        </>
      }
      actions={isWriter && <CreateButton onClick={add}>{t('add')}</CreateButton>}
      toolbar={hasTools && <ListSearch filters={filters} placeholder={t('search')} maxLength={NETWORK_NAME_MAX} />}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      empty={
        <EmptyState
          icon={NetworkIcon}
          title={t('empty.title')}
          text={t('empty.text')}
          action={isWriter && <Button onClick={add}>{t('add')}</Button>}
        />
      }
      noMatches={{ filters, title: t('no_matches.title'), text: t('no_matches.text'), clear: t('no_matches.clear') }}
    >
      <NetworkDialog opened={adding} network={null} onClose={() => setAdding(false)} />
      <NetworkDialog opened={of('edit') !== null} network={of('edit')} onClose={close} />
      <MappingDialog network={of('map')} onClose={close} />
      <ReplaceKeyDialog opened={of('rotate') !== null} network={of('rotate')} onClose={close} />
      <DeleteNetworkDialog network={of('delete')} onClose={close} />
    </ListPage>
  );
}

const LOOKS: Record<Network['health']['state'], BadgeLook> = {
  new: { kind: 'neutral', shape: 'ring' },
  ok: { kind: 'success', shape: 'check' },
  silent: { kind: 'warning', shape: 'clock' },
  refusing: { kind: 'danger', shape: 'alert' },
};

function StateBadge({ state }: { state: Network['health']['state'] }) {
  const { t } = useTranslation('networks');
  const isBad = state === 'silent' || state === 'refusing';
  return (
    <span title={isBad ? t(`state_text.${state}`) : undefined}>
      <Badge {...LOOKS[state]}>{t(`states.${state}`)}</Badge>
    </span>
  );
}

function useColumns(onAct: ((doing: Doing) => void) | undefined): Column<Network>[] {
  const { t } = useTranslation('networks');
  const language = useLanguage();
  return [
    {
      id: 'name',
      header: t('name'),
      sortable: true,
      card: 'title',
      wide: true,
      cell: (row) => (
        <>
          <span className={css.name}>{row.name}</span>
          <small className={css.note}>
            {t('campaigns')}: {formatInteger(language, row.campaigns)}
          </small>
        </>
      ),
    },
    { id: 'state', header: t('state'), card: 'badge', cell: (row) => <StateBadge state={row.health.state} /> },
    {
      id: 'last_postback',
      header: t('last_postback'),
      card: 'value',
      cell: ({ health }) => (health.last_postback_at ? <DateTime iso={health.last_postback_at} /> : '—'),
    },
    {
      id: 'postbacks_24h',
      header: t('postbacks_24h'),
      align: 'end',
      priority: 3,
      card: 'value',
      cell: ({ health }) => <span className={text.nowrap}>{formatInteger(language, health.postbacks_24h)}</span>,
    },
    {
      id: 'rejected',
      header: t('rejected'),
      card: 'value',
      cell: ({ health }) => <Rejected health={health} />,
    },
    ...(onAct
      ? [
          {
            id: 'actions',
            header: '',
            narrow: true,
            card: 'actions' as const,
            cell: (row: Network) => <RowActions network={row} onAct={(act) => onAct({ act, network: row })} />,
          },
        ]
      : []),
  ];
}

/** How many postbacks were rejected, and why. */
function Rejected({ health: { postbacks, rejected, rejected_by } }: Pick<Network, 'health'>) {
  const { t } = useTranslation('networks');
  const { t: words } = useTranslation('conversions');
  const language = useLanguage();
  if (postbacks === 0) return '—';
  const counts = { rejected: formatInteger(language, rejected), postbacks: formatInteger(language, postbacks) };
  return (
    <>
      {t('rejected_of', counts)}
      {rejected_by.length > 0 && (
        <small className={css.note}>
          {rejected_by
            .map((each) => `${words(`verdict.${each.verdict}`)}: ${formatInteger(language, each.postbacks)}`)
            .join(', ')}
        </small>
      )}
    </>
  );
}

function RowActions({ network, onAct }: { network: Network; onAct: (act: Act) => void }) {
  const { t } = useTranslation('networks');
  return (
    <div className={css.actions}>
      {network.postback_url && <CopyButton text={network.postback_url} label={t('copy')} />}
      <ActionsMenu
        label={t('actions', { name: network.name })}
        actions={[
          { label: t('map'), onSelect: () => onAct('map') },
          { label: t('edit'), onSelect: () => onAct('edit') },
          { label: t('rotate'), onSelect: () => onAct('rotate') },
          { label: t('delete'), onSelect: () => onAct('delete'), danger: true },
        ]}
      />
    </div>
  );
}
