import type { NetworkTemplate } from '@poklik/contract/network-templates';
import { NETWORK_FIELDS } from '@poklik/contract/networks';
import { useQuery } from '@tanstack/react-query';
import { Network as NetworkIcon, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Badge } from '../../ui/badge.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { TemplateEntry, TemplateList, TemplateMacros, TemplateText } from '../../widgets/templates/template-list.tsx';
import { templatesQuery, useRemoveTemplate } from './networks.queries.ts';
import { type EditedTemplate, TemplateDialog } from './template-dialog.tsx';

/** Templates of affiliate networks: those that came with the program as the operator left them, and the operator's own. */
export function NetworkTemplatesTab({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useTranslation('networks');
  const isOperator = hasPermission(useCurrentUser(), 'instructions:write');
  const [edited, setEdited] = useState<EditedTemplate | null>(null);
  const [removed, setRemoved] = useState<NetworkTemplate | null>(null);
  return (
    <>
      <TemplateList
        title={title}
        views={views}
        actions={isOperator && <CreateButton onClick={() => setEdited('new')}>{t('templates.add')}</CreateButton>}
        text={t(isOperator ? 'templates.text_operator' : 'templates.text')}
        search={t('templates.search')}
        none={{ icon: NetworkIcon, title: t('templates.none'), text: t('templates.none_text') }}
        query={useQuery(templatesQuery)}
      >
        {(template) => (
          <Template
            key={template.code}
            template={template}
            {...(isOperator && { onEdit: setEdited, onRemove: setRemoved })}
          />
        )}
      </TemplateList>
      <TemplateDialog template={edited} onClose={() => setEdited(null)} />
      <RemoveDialog template={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

interface TemplateProps {
  template: NetworkTemplate;
  onEdit?: (template: NetworkTemplate) => void;
  onRemove?: (template: NetworkTemplate) => void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Template({ template, onEdit, onRemove }: TemplateProps) {
  const { t } = useTranslation('networks');
  const { name, macros, statuses, click_param, docs_url, is_shipped, is_changed } = template;
  const known = NETWORK_FIELDS.flatMap((field) => (macros[field] === null ? [] : [`${field}=${macros[field]}`]));
  const removal = is_shipped
    ? { label: t('templates.restore'), icon: <RotateCcw {...icon} /> }
    : { label: t('templates.delete'), icon: <Trash2 {...icon} />, danger: true as const };
  const actions = onEdit && onRemove && (
    <ActionsMenu
      label={t('actions', { name })}
      actions={[
        { label: t('templates.edit'), icon: <Pencil {...icon} />, onSelect: () => onEdit(template) },
        ...(is_shipped && !is_changed ? [] : [{ ...removal, onSelect: () => onRemove(template) }]),
      ]}
    />
  );
  return (
    <TemplateEntry
      name={name}
      marks={<Marks template={template} />}
      docs={{ url: docs_url, label: t('form.docs') }}
      actions={actions}
    >
      <TemplateMacros>{known.length === 0 ? t('templates.no_macros') : known.join(' · ')}</TemplateMacros>
      {click_param !== null && <TemplateText>{t('templates.click_param', { name: click_param })}</TemplateText>}
      {statuses.length > 0 && (
        <TemplateText>
          {statuses.map(({ word, status }) => `${word} → ${t(`meanings.${status}`)}`).join(', ')}
        </TemplateText>
      )}
      {template.is_verified && template.unverified_fields.length > 0 && (
        <TemplateText>{t('templates.partly', { parts: template.unverified_fields.join(', ') })}</TemplateText>
      )}
      {/* Those that came with the program are in English only; the operator finds them in the form. */}
      {(is_changed || !is_shipped) && template.notes !== '' && <TemplateText>{template.notes}</TemplateText>}
    </TemplateEntry>
  );
}

function Marks({ template: { is_changed, is_hidden, is_verified } }: { template: NetworkTemplate }) {
  const { t } = useTranslation('networks');
  return (
    <>
      {is_changed && (
        <Badge kind="accent" shape="dot">
          {t('templates.changed')}
        </Badge>
      )}
      {is_hidden && (
        <Badge kind="neutral" shape="ring">
          {t('templates.hidden')}
        </Badge>
      )}
      {!is_verified && (
        <Badge kind="warning" shape="alert">
          {t('templates.unverified')}
        </Badge>
      )}
    </>
  );
}

function RemoveDialog({ template, onClose }: { template: NetworkTemplate | null; onClose: () => void }) {
  const { t } = useTranslation('networks');
  const remove = useRemoveTemplate();
  const what = template?.is_shipped ? 'restore' : 'remove';
  return (
    <ConfirmDialog
      opened={template !== null}
      onClose={onClose}
      title={t(`templates.${what}_title`, { name: template?.name ?? '' })}
      onConfirm={async () => {
        if (template) toast((await remove.mutateAsync(template.code)).message);
      }}
      danger
    >
      <p>{t(`templates.${what}_text`)}</p>
    </ConfirmDialog>
  );
}
