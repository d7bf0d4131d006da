import type { Offer, OfferStatus } from '@poklik/contract/offers';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { LinkCell } from '../../widgets/offers/link-state.tsx';
import { toBody } from '../../widgets/offers/offer-values.ts';
import css from '../../widgets/offers/offers.module.css';
import { useCheckOffer, useSaveOffer } from '../../widgets/offers/offers.queries.ts';
import { Tags } from '../../widgets/offers/tags.tsx';
import { useLinkCheck } from '../../widgets/offers/use-link-check.ts';

export type OfferAction = 'edit' | 'uses' | 'versions' | 'archive';

const LOOKS: Record<OfferStatus, BadgeLook> = {
  active: { kind: 'success', shape: 'dot' },
  paused: { kind: 'warning', shape: 'bars' },
  archived: { kind: 'neutral', shape: 'box' },
};

interface OfferColumns {
  canWrite: boolean;
  onAct: (action: OfferAction, offer: Offer) => void;
  onTag: (tag: string) => void;
}

export function useOfferColumns({ canWrite, onAct, onTag }: OfferColumns): Column<Offer>[] {
  const { t } = useTranslation('offers');
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
      header: t('status'),
      sortable: true,
      card: 'badge',
      cell: ({ status }) => <Badge {...LOOKS[status]}>{t(`statuses.${status}`)}</Badge>,
    },
    {
      id: 'link',
      header: t('link.title'),
      priority: 3,
      card: 'value',
      cell: ({ link }) => <LinkCell link={link} />,
    },
    {
      id: 'payout',
      header: t('payout'),
      align: 'end',
      card: 'value',
      cell: ({ payout, payout_currency }) =>
        payout === null || Number(payout) === 0 ? (
          '—'
        ) : (
          <span className={css.amount}>{formatMoney(language, payout, payout_currency)}</span>
        ),
    },
    {
      id: 'campaigns',
      header: t('campaigns'),
      align: 'end',
      card: 'value',
      cell: (row) => (
        <button type="button" className={css.link} onClick={() => onAct('uses', row)}>
          {formatInteger(language, row.campaigns)}
        </button>
      ),
    },
    {
      id: 'actions',
      header: '',
      narrow: true,
      card: 'actions',
      cell: (row) => <RowActions offer={row} canWrite={canWrite} onAct={(action) => onAct(action, row)} />,
    },
  ];
}

interface RowActionsProps {
  offer: Offer;
  canWrite: boolean;
  onAct: (action: OfferAction) => void;
}

function RowActions({ offer, canWrite, onAct }: RowActionsProps) {
  const { t } = useTranslation('offers');
  const { timezone } = useCurrentUser();
  const save = useSaveOffer();
  const checkLink = useLinkCheck(useCheckOffer().mutateAsync);
  const next = offer.status === 'active' ? 'paused' : 'active';
  const switchStatus = async () => {
    try {
      await save.mutateAsync({
        id: offer.id,
        body: { ...toBody(offer, timezone), status: next, version: offer.version },
      });
      toast(t(`switched.${next}`, { name: offer.name }));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { kind: 'problem' });
    }
  };
  return (
    <ActionsMenu
      label={t('actions', { name: offer.name })}
      actions={[
        ...(canWrite ? [{ label: t('edit'), onSelect: () => onAct('edit') }] : []),
        ...(canWrite ? [{ label: t(`switch.${next}`), onSelect: () => void switchStatus() }] : []),
        ...(canWrite ? [{ label: t('link.check'), onSelect: () => void checkLink(offer.id) }] : []),
        { label: t('uses'), onSelect: () => onAct('uses') },
        { label: t('versions'), onSelect: () => onAct('versions') },
        ...(canWrite && offer.status !== 'archived'
          ? [{ label: t('archive'), onSelect: () => onAct('archive'), danger: true }]
          : []),
      ]}
    />
  );
}
