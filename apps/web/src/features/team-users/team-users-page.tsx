import type { TeamMember } from '@poklik/contract/team-users';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
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
  const localizedPath = useLocalizedPath();
  const reader = useCurrentUser();
  const canWrite = hasPermission(reader, 'team:write');
  const query = useTeam();
  const list = useListState(['member']);
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
      {chosen && <MemberDialogs member={chosen.member} opened={opened} onClose={close} />}
    </ListPage>
  );
}

interface MemberDialogsProps {
  member: TeamMember;
  opened: MemberAction | undefined;
  onClose: () => void;
}

/** What can be done with a member. Its texts stay while a dialog closes. */
function MemberDialogs({ member, opened, onClose }: MemberDialogsProps) {
  const { t } = useTranslation('team_users');
  const { t: control } = useTranslation('select');
  const resend = useResend();
  const remove = useRemoveMember();
  const name = nameOf(member);
  const removing = member.status === 'invited' ? 'revoke' : 'remove';
  return (
    <>
      <Modal
        opened={opened === 'edit'}
        onClose={onClose}
        title={t('form.edit_title', { name })}
        wide
        closeOnClickOutside={false}
      >
        <MemberAccessForm member={member} onDone={onClose} />
      </Modal>
      <Modal
        opened={opened === 'makeOwner'}
        onClose={onClose}
        title={t('make_owner.title', { name })}
        closeOnClickOutside={false}
      >
        <OwnershipForm key={member.id} member={member} onDone={onClose} />
      </Modal>
      <ConfirmDialog
        opened={opened === 'resend'}
        onClose={onClose}
        title={t('act.resend')}
        confirmLabel={t('act.resend')}
        cancelLabel={control('cancel')}
        onConfirm={async () => toast((await resend.mutateAsync(member)).message)}
      >
        {name}
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened === 'remove'}
        onClose={onClose}
        title={t(`${removing}.title`, { name })}
        confirmLabel={t(`${removing}.confirm`)}
        cancelLabel={control('cancel')}
        danger
        onConfirm={() => remove.mutateAsync(member)}
      >
        {t(`${removing}.text`)}
      </ConfirmDialog>
    </>
  );
}
