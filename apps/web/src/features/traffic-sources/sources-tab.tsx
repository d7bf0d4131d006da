import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { Pencil, Radio, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Badge } from '../../ui/badge.tsx';
import { SearchField } from '../../ui/choice/search-field.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type EditedSource, SourceDialog } from './source-dialog.tsx';
import css from './sources-tab.module.css';
import { useRemoveSource, useTrafficSources } from './traffic-sources.queries.ts';

/** Templates of traffic sources: the operator's, and those of the account. */
export function SourcesTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('traffic_sources');
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'connections:write');
  const isOperator = hasPermission(user, 'instructions:write');
  const { data, error, isPending, refetch } = useTrafficSources();
  const [query, setQuery] = useState('');
  const [edited, setEdited] = useState<EditedSource | null>(null);
  const [removed, setRemoved] = useState<TrafficSource | null>(null);
  const found = (data ?? []).filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <>
      <PageHeader
        title={title}
        actions={canWrite && <CreateButton onClick={() => setEdited('new')}>{t('add')}</CreateButton>}
      />
      {views}
      <p className={css.text}>{t(isOperator ? 'text_operator' : 'text')}</p>
      <div className={css.search}>
        <SearchField value={query} onSearch={setQuery} placeholder={t('search')} maxLength={100} />
      </div>
      <Delayed waiting={isPending} loader={<PageLoader />}>
        {error ? (
          <ErrorCard message={error.message} onRetry={refetch} />
        ) : found.length === 0 ? (
          <EmptyState icon={Radio} title={t('none')} text={t('none_text')} />
        ) : (
          <ul className={css.sources}>
            {found.map((source) => (
              <Source
                key={source.id}
                source={source}
                {...(canWrite && (source.is_own || isOperator) && { onEdit: setEdited, onRemove: setRemoved })}
              />
            ))}
          </ul>
        )}
      </Delayed>
      <SourceDialog source={edited} onClose={() => setEdited(null)} />
      <RemoveDialog source={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

interface SourceProps {
  source: TrafficSource;
  onEdit?: (source: TrafficSource) => void;
  onRemove?: (source: TrafficSource) => void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Source({ source, onEdit, onRemove }: SourceProps) {
  const { t } = useTranslation('traffic_sources');
  const { t: control } = useTranslation('select');
  const { name, params, external_id_param, external_id_macro, cost_param, cost_macro, docs_url } = source;
  const pairs = [
    ...params.map((parameter) => [parameter.name, parameter.macro] as const),
    ...(external_id_param === null ? [] : [[external_id_param, external_id_macro] as const]),
    ...(cost_param === null ? [] : [[cost_param, cost_macro] as const]),
  ];
  return (
    <li className={css.source}>
      <div className={css.heading}>
        <h2 className={css.name}>{name}</h2>
        <Marks source={source} />
        {docs_url !== null && (
          <a href={docs_url} target="_blank" rel="noreferrer noopener">
            {t('docs')}
          </a>
        )}
        {onEdit && onRemove && (
          <ActionsMenu
            label={control('actions_of', { name })}
            actions={[
              { label: t('edit'), icon: <Pencil {...icon} />, onSelect: () => onEdit(source) },
              ...(source.is_shipped
                ? []
                : [
                    {
                      label: control('delete'),
                      icon: <Trash2 {...icon} />,
                      danger: true as const,
                      onSelect: () => onRemove(source),
                    },
                  ]),
            ]}
          />
        )}
      </div>
      <p className={css.macros}>
        {pairs.length === 0 ? t('no_params') : pairs.map(([param, macro]) => `${param}=${macro}`).join(' · ')}
      </p>
      {cost_param === null && <p className={css.text}>{t('no_cost')}</p>}
      {source.outgoing_url !== null && (
        <p className={css.macros}>
          {source.outgoing_method} {source.outgoing_url}
        </p>
      )}
      {source.is_verified && source.unverified.length > 0 && (
        <p className={css.text}>{t('partly', { parts: source.unverified.join(', ') })}</p>
      )}
      {source.notes !== '' && <p className={css.text}>{source.notes}</p>}
    </li>
  );
}

function Marks({ source: { is_own, is_hidden, is_verified } }: { source: TrafficSource }) {
  const { t } = useTranslation('traffic_sources');
  return (
    <>
      {is_own && (
        <Badge kind="accent" shape="dot">
          {t('own')}
        </Badge>
      )}
      {is_hidden && (
        <Badge kind="neutral" shape="ring">
          {t('hidden')}
        </Badge>
      )}
      {!is_own && !is_verified && (
        <Badge kind="warning" shape="alert">
          {t('unverified')}
        </Badge>
      )}
    </>
  );
}

function RemoveDialog({ source, onClose }: { source: TrafficSource | null; onClose: () => void }) {
  const { t } = useTranslation('traffic_sources');
  const remove = useRemoveSource();
  return (
    <ConfirmDialog
      opened={source !== null}
      onClose={onClose}
      title={t('remove_title', { name: source?.name ?? '' })}
      onConfirm={async () => {
        if (source) toast((await remove(source.id)).message);
      }}
      danger
    >
      <p>{t('remove_text')}</p>
    </ConfirmDialog>
  );
}
