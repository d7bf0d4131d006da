import type { TeamMember } from '@poklik/contract/team-users';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { Banner } from '../../ui/banner.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { useCreateKey } from '../../ui/use-create-key.ts';
import { InviteForm, MemberAccessForm } from './member-form.tsx';
import { OwnershipForm } from './ownership-form.tsx';
import { useRemoveMember, useResend, useTeam } from './team-users.queries.ts';
import css from './team-users-page.module.css';
import { type MemberAction, nameOf, useColumns } from './use-columns.tsx';

export function TeamUsersPage() {
  return hasPermission(useCurrentUser(), 'team:read') ? <Team /> : <AccessDenied />;
}

function Team() {
  const { t } = useTranslation('team_users');
  const { t: control } = useTranslation('select');
  const localizedPath = useLocalizedPath();
  const reader = useCurrentUser();
  const canWrite = hasPermission(reader, 'team:write');
  const query = useTeam();
  const list = useListState(['member']);
  const resend = useResend();
  const remove = useRemoveMember();
  const [inviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<{ act: MemberAction; member: TeamMember }>();
  const [opened, setOpened] = useState<MemberAction>();
  const close = () => setOpened(undefined);
  const columns = useColumns((act, member) => {
    setChosen({ act, member });
    setOpened(act);
  });
  const { seats } = query.data ?? {};
  const isFull = seats?.limit != null && seats.used >= seats.limit;
  const canInvite = canWrite && seats !== undefined && !isFull;
  const invite = () => setInviting(true);
  useCreateKey(canInvite ? invite : undefined);
  const isInvited = chosen?.member.status === 'invited';
  const removing = isInvited ? 'revoke' : 'remove';
  const name = chosen ? nameOf(chosen.member) : '';
  const alone = <EmptyState icon={Users} title={t('empty.title')} text={t('empty.text')} />;

  return (
    <ListPage
      title={t('title')}
      subtitle={
        seats &&
        (seats.limit === null
          ? t('seats_unlimited', { count: seats.used })
          : t('seats', { used: seats.used, limit: seats.limit }))
      }
      actions={
        canInvite && (
          <CreateButton icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />} onClick={invite}>
            {t('invite')}
          </CreateButton>
        )
      }
      above={
        <div className={css.notices}>
          {canWrite && reader.email_verified_at === null && <Banner kind="info">{t('verify_first')}</Banner>}
          {canWrite && isFull && (
            <Banner kind="info" action={<Link to={localizedPath(paths.tariffs)}>{t('to_tariffs')}</Link>}>
              {t('full')}
            </Banner>
          )}
        </div>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={nameOf}
      empty={alone}
    >
      {query.data?.rows.length === 1 && <div className={css.alone}>{alone}</div>}
      <Modal
        opened={inviting}
        onClose={() => setInviting(false)}
        title={t('form.invite_title')}
        wide
        closeOnClickOutside={false}
      >
        <InviteForm onDone={() => setInviting(false)} />
      </Modal>
      {chosen && (
        <>
          <Modal
            opened={opened === 'edit'}
            onClose={close}
            title={t('form.edit_title', { name })}
            wide
            closeOnClickOutside={false}
          >
            <MemberAccessForm member={chosen.member} onDone={close} />
          </Modal>
          <Modal
            opened={opened === 'makeOwner'}
            onClose={close}
            title={t('make_owner.title', { name })}
            closeOnClickOutside={false}
          >
            <OwnershipForm key={chosen.member.id} member={chosen.member} onDone={close} />
          </Modal>
          <ConfirmDialog
            opened={opened === 'resend'}
            onClose={close}
            title={t('act.resend')}
            confirmLabel={t('act.resend')}
            cancelLabel={control('cancel')}
            onConfirm={async () => toast((await resend.mutateAsync(chosen.member)).message)}
          >
            {name}
          </ConfirmDialog>
          <ConfirmDialog
            opened={opened === 'remove'}
            onClose={close}
            title={t(`${removing}.title`, { name })}
            confirmLabel={t(`${removing}.confirm`)}
            cancelLabel={control('cancel')}
            danger
            onConfirm={() => remove.mutateAsync(chosen.member)}
          >
            {t(`${removing}.text`)}
          </ConfirmDialog>
        </>
      )}
    </ListPage>
  );
}
