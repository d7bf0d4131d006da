import type { Lander, LanderStatus } from '@poklik/contract/landers';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { toBody } from '../../widgets/landers/lander-values.ts';
import { useCheckLander, useSaveLander } from '../../widgets/landers/landers.queries.ts';
import { LinkCell } from '../../widgets/offers/link-state.tsx';
import css from '../../widgets/offers/offers.module.css';
import { Tags } from '../../widgets/offers/tags.tsx';
import { useLinkCheck } from '../../widgets/offers/use-link-check.ts';

export type LanderAction = 'edit' | 'links' | 'uses' | 'versions' | 'archive';

const LOOKS: Record<LanderStatus, BadgeLook> = {
  active: { kind: 'success', shape: 'dot' },
  paused: { kind: 'warning', shape: 'bars' },
  archived: { kind: 'neutral', shape: 'box' },
};

interface LanderColumns {
  canWrite: boolean;
  onAct: (action: LanderAction, lander: Lander) => void;
  onTag: (tag: string) => void;
}

export function useLanderColumns({ canWrite, onAct, onTag }: LanderColumns): Column<Lander>[] {
  const { t } = useTranslation(['landers', 'offers']);
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
          <small className={css.note}>{row.url}</small>
          <Tags tags={row.tags} onTag={onTag} />
        </>
      ),
    },
    {
      id: 'status',
      header: t('offers:status'),
      sortable: true,
      card: 'badge',
      cell: ({ status }) => <Badge {...LOOKS[status]}>{t(`offers:statuses.${status}`)}</Badge>,
    },
    {
      id: 'link',
      header: t('offers:link.title'),
      priority: 3,
      card: 'value',
      cell: ({ link }) => <LinkCell link={link} />,
    },
    {
      id: 'slots',
      header: t('slots'),
      align: 'end',
      card: 'value',
      cell: (row) => (
        <button type="button" className={css.link} onClick={() => onAct('links', row)}>
          {formatInteger(language, row.slots)}
        </button>
      ),
    },
    {
      id: 'campaigns',
      header: t('offers:campaigns'),
      align: 'end',
      card: 'value',
      cell: (row) => (
        <button type="button" className={css.link} onClick={() => onAct('uses', row)}>
          {formatInteger(language, row.campaigns)}
        </button>
      ),
    },
    {
      id: 'unknown_visits',
      header: t('unknown_visits'),
      align: 'end',
      priority: 3,
      card: 'value',
      cell: ({ unknown_visits: visits = 0 }) => (visits === 0 ? '—' : formatInteger(language, visits)),
    },
    {
      id: 'actions',
      header: '',
      narrow: true,
      card: 'actions',
      cell: (row) => <RowActions lander={row} canWrite={canWrite} onAct={(action) => onAct(action, row)} />,
    },
  ];
}

interface RowActionsProps {
  lander: Lander;
  canWrite: boolean;
  onAct: (action: LanderAction) => void;
}

function RowActions({ lander, canWrite, onAct }: RowActionsProps) {
  const { t } = useTranslation(['landers', 'offers']);
  const save = useSaveLander();
  const checkLink = useLinkCheck(useCheckLander().mutateAsync);
  const next = lander.status === 'active' ? 'paused' : 'active';
  const switchStatus = async () => {
    try {
      await save.mutateAsync({
        id: lander.id,
        body: { ...toBody(lander), status: next, version: lander.version },
      });
      toast(t(`switched.${next}`, { name: lander.name }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { kind: 'problem' });
    }
  };
  return (
    <ActionsMenu
      label={t('actions', { name: lander.name })}
      actions={[
        ...(canWrite ? [{ label: t('offers:edit'), onSelect: () => onAct('edit') }] : []),
        ...(canWrite ? [{ label: t(`offers:switch.${next}`), onSelect: () => void switchStatus() }] : []),
        { label: t('links.title'), onSelect: () => onAct('links') },
        ...(canWrite ? [{ label: t('offers:link.check'), onSelect: () => void checkLink(lander.id) }] : []),
        { label: t('offers:uses'), onSelect: () => onAct('uses') },
        { label: t('offers:versions'), onSelect: () => onAct('versions') },
        ...(canWrite && lander.status !== 'archived'
          ? [{ label: t('offers:archive'), onSelect: () => onAct('archive'), danger: true }]
          : []),
      ]}
    />
  );
}
