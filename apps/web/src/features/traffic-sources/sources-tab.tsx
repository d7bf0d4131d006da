import type { TrafficSource } from '@poklik/contract/traffic-sources';
import { Pencil, Radio, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Badge } from '../../ui/badge.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { TemplateEntry, TemplateList, TemplateMacros, TemplateText } from '../../widgets/templates/template-list.tsx';
import { type EditedSource, SourceDialog } from './source-dialog.tsx';
import { useRemoveSource, useTrafficSources } from './traffic-sources.queries.ts';

/** Templates of traffic sources: the operator's, and those of the account. */
export function SourcesTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('traffic_sources');
  const user = useCurrentUser();
  const canWrite = hasPermission(user, 'connections:write');
  const isOperator = hasPermission(user, 'instructions:write');
  const [edited, setEdited] = useState<EditedSource | null>(null);
  const [removed, setRemoved] = useState<TrafficSource | null>(null);
  return (
    <>
      <TemplateList
        title={title}
        views={views}
        actions={canWrite && <CreateButton onClick={() => setEdited('new')}>{t('add')}</CreateButton>}
        text={t(isOperator ? 'text_operator' : 'text')}
        search={t('search')}
        none={{ icon: Radio, title: t('none'), text: t('none_text') }}
        query={useTrafficSources()}
      >
        {(source) => (
          <Source
            key={source.id}
            source={source}
            {...(canWrite && (source.is_own || isOperator) && { onEdit: setEdited, onRemove: setRemoved })}
          />
        )}
      </TemplateList>
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
  const actions = onEdit && onRemove && (
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
  );
  return (
    <TemplateEntry
      name={name}
      marks={<Marks source={source} />}
      docs={{ url: docs_url, label: t('docs') }}
      actions={actions}
    >
      <TemplateMacros>
        {pairs.length === 0 ? t('no_params') : pairs.map(([param, macro]) => `${param}=${macro}`).join(' · ')}
      </TemplateMacros>
      {cost_param === null && <TemplateText>{t('no_cost')}</TemplateText>}
      {source.outgoing_url !== null && (
        <TemplateMacros>
          {source.outgoing_method} {source.outgoing_url}
        </TemplateMacros>
      )}
      {source.is_verified && source.unverified.length > 0 && (
        <TemplateText>{t('partly', { parts: source.unverified.join(', ') })}</TemplateText>
      )}
      {source.notes !== '' && <TemplateText>{source.notes}</TemplateText>}
    </TemplateEntry>
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
