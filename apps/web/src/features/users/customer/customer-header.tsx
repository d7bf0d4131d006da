import { Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { formatDay } from '../../../format/dates.ts';
import { formatInteger, formatMoney } from '../../../format/numbers.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { MetricCard, MetricCards } from '../../../ui/metric-card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { CorrectionDialog } from '../../../widgets/billing/correction-dialog.tsx';
import { Tags } from '../tags.tsx';
import { nameOf, Status, useActionsOf } from '../use-columns.tsx';
import { type UserAction, UserDialog } from '../user-dialogs.tsx';
import css from './customer.module.css';
import { LimitsDialog } from './limits-dialog.tsx';
import type { CustomerUser } from './tab-props.ts';
import { TagsDialog } from './tags-dialog.tsx';

type HeaderAction = UserAction | 'tags' | 'limits' | 'deposit' | 'deduct';

/** Who the customer is, what they are worth, and what the operator can do. */
export function CustomerHeader({ user }: { user: CustomerUser }) {
  const { t } = useTranslation('customers');
  const localizedPath = useLocalizedPath();
  const { about, ...dialog } = useDialog<{ act: HeaderAction; time: number }>();
  const open = (act: HeaderAction) => dialog.open({ act, time: (about?.time ?? 0) + 1 });
  return (
    <>
      <PageHeader
        title={nameOf(user)}
        subtitle={
          <span className={css.identity}>
            <Status user={user} />
            {user.name && <span>{user.email}</span>}
            {user.company && <span>{user.company}</span>}
            {user.owner.id !== user.id && (
              <Link to={localizedPath(paths.customer(user.owner.id))}>
                {t('works_for', { email: user.owner.email })}
              </Link>
            )}
          </span>
        }
        actions={
          <>
            <ButtonLink to={localizedPath(paths.usersList)}>{t('back')}</ButtonLink>
            <HeaderActions user={user} onAct={open} />
          </>
        }
      />
      <div className={css.head}>
        {user.customer && <Figures user={user} figures={user.customer} />}
        {user.customer && <TagRow tags={user.customer.tags} onEdit={() => open('tags')} />}
      </div>
      {about && <HeaderDialog key={about.time} act={about.act} user={user} {...dialog.props} />}
    </>
  );
}

function Figures({ user, figures }: { user: CustomerUser; figures: NonNullable<CustomerUser['customer']> }) {
  const { t } = useTranslation('customers');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const { subscription } = user.account;
  const money = (amount: string) => formatMoney(language, amount, figures.currency);
  const until = subscription?.status === 'past_due' ? subscription.grace_until : subscription?.ends_at;
  return (
    <MetricCards label={t('figures')}>
      <MetricCard
        label={t('column.tariff')}
        value={user.tariff?.name ?? '—'}
        note={
          until &&
          t(subscription?.status === 'past_due' ? 'grace_until' : 'ends', { day: formatDay(language, until, timezone) })
        }
      />
      <MetricCard label={t('column.mrr')} value={money(figures.mrr)} />
      <MetricCard label={t('column.revenue')} value={money(figures.revenue)} />
      <MetricCard label={t('column.balance')} value={money(figures.balance)} />
      <MetricCard
        label={t('column.events')}
        value={formatInteger(language, figures.events)}
        note={
          figures.events_limit === null
            ? t('unlimited')
            : t('of_quota', { limit: formatInteger(language, figures.events_limit) })
        }
      />
    </MetricCards>
  );
}

function TagRow({ tags, onEdit }: { tags: string[]; onEdit: () => void }) {
  const { t } = useTranslation('customers');
  const canWrite = hasPermission(useCurrentUser(), 'users:write');
  return (
    <div className={css.tagRow}>
      <Tags tags={tags} />
      {canWrite && (
        <Button size="sm" icon={<Tag size={16} strokeWidth={1.75} aria-hidden />} onClick={onEdit}>
          {t(tags.length > 0 ? 'tags.edit' : 'tags.add')}
        </Button>
      )}
    </div>
  );
}

function HeaderActions({ user, onAct }: { user: CustomerUser; onAct: (act: HeaderAction) => void }) {
  const { t } = useTranslation('customers');
  const { t: money } = useTranslation('transactions');
  const { t: control } = useTranslation('select');
  const reader = useCurrentUser();
  const own = useActionsOf(user);
  if (!hasPermission(reader, 'users:write')) return null;
  const isDangerous = ({ act }: (typeof own)[number]) => act === 'block' || act === 'unblock';
  const listed = own.filter(({ act }) => act !== 'activity');
  const toAction = ({ act, ...action }: (typeof own)[number]) => ({
    ...action,
    onSelect: () => act !== 'activity' && onAct(act),
  });
  const ofAccount = [
    { label: t('limits.action'), onSelect: () => onAct('limits') },
    ...(hasPermission(reader, 'balances:write')
      ? [
          { label: money('deposit'), onSelect: () => onAct('deposit') },
          { label: money('deduct'), onSelect: () => onAct('deduct'), danger: true },
        ]
      : []),
  ];
  return (
    <ActionsMenu
      label={control('actions_of', { name: nameOf(user) })}
      actions={[
        ...listed.filter((action) => !isDangerous(action)).map(toAction),
        ...(user.customer ? ofAccount : []),
        ...listed.filter(isDangerous).map(toAction),
      ]}
    />
  );
}

interface HeaderDialogProps {
  act: HeaderAction;
  user: CustomerUser;
  opened: boolean;
  onClose: () => void;
}

function HeaderDialog({ act, user, ...dialog }: HeaderDialogProps) {
  const { email, id, customer } = user;
  switch (act) {
    case 'tags':
      return <TagsDialog user={user} {...dialog} />;
    case 'limits':
      return <LimitsDialog user={user} {...dialog} />;
    case 'deposit':
    case 'deduct':
      return (
        <CorrectionDialog
          user={{ id, email, currency: customer?.currency ?? '', balance: { available: customer?.balance ?? '0' } }}
          way={act}
          {...dialog}
        />
      );
    default:
      return <UserDialog act={act} user={user} {...dialog} />;
  }
}
