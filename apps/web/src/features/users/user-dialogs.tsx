import { ROLES, type Role } from '@poklik/contract/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadApp } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import text from '../../ui/text.module.css';
import { toast } from '../../ui/toast/toast.ts';
import { Consequences } from './consequences.tsx';
import type { DialogProps } from './dialog-props.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { TariffDialog } from './tariff-dialog.tsx';
import { useChangeUser, useLogInAs, useResetTwoFactor, useVerifyUser } from './users.queries.ts';
import css from './users-page.module.css';

export type UserAction = 'logIn' | 'verify' | 'role' | 'tariff' | 'resetTwoFactor' | 'block' | 'unblock';

/** The confirmation dialog for each action. */
export function UserDialog({ act, ...props }: DialogProps & { act: UserAction }) {
  switch (act) {
    case 'logIn':
      return <LogInDialog {...props} />;
    case 'verify':
      return <VerifyDialog {...props} />;
    case 'role':
      return <RoleDialog {...props} />;
    case 'tariff':
      return <TariffDialog {...props} />;
    case 'resetTwoFactor':
      return <ResetTwoFactorDialog {...props} />;
    case 'block':
    case 'unblock':
      return <BlockDialog {...props} act={act} />;
  }
}

function LogInDialog({ user, ...dialog }: DialogProps) {
  const { t } = useTranslation('users_list');
  const localizedPath = useLocalizedPath();
  const logIn = useLogInAs();
  return (
    <ReasonDialog
      {...dialog}
      title={t('log_in.title', { email: user.email })}
      confirmLabel={t('log_in.confirm')}
      hint={t('reason_in_log')}
      onConfirm={async (body) => {
        await logIn.mutateAsync({ user, body });
        reloadApp(localizedPath(paths.campaign));
      }}
    >
      <Consequences of="log_in" count={3} />
    </ReasonDialog>
  );
}

function VerifyDialog({ user, ...dialog }: DialogProps) {
  const { t } = useTranslation('users_list');
  const verify = useVerifyUser();
  return (
    <ReasonDialog
      {...dialog}
      title={t('verify.title', { email: user.email })}
      confirmLabel={t('verify.confirm')}
      hint={t('reason_in_log')}
      onConfirm={async (body) => toast((await verify.mutateAsync({ user, body })).message)}
    >
      <p>{t('verify.text')}</p>
    </ReasonDialog>
  );
}

/** For a user who lost their device. */
function ResetTwoFactorDialog({ user, ...dialog }: DialogProps) {
  const { t } = useTranslation('users_list');
  const reset = useResetTwoFactor();
  return (
    <ReasonDialog
      {...dialog}
      title={t('reset_two_factor.title', { email: user.email })}
      confirmLabel={t('reset_two_factor.confirm')}
      danger
      hint={t('reset_two_factor.reason_hint')}
      onConfirm={async (body) => toast((await reset.mutateAsync({ user, body })).message)}
    >
      <p>{t('reset_two_factor.check')}</p>
      <Consequences of="reset_two_factor" count={3} />
    </ReasonDialog>
  );
}

function BlockDialog({ user, act, ...dialog }: DialogProps & { act: 'block' | 'unblock' }) {
  const { t } = useTranslation('users_list');
  const change = useChangeUser();
  const isBlocking = act === 'block';
  return (
    <ReasonDialog
      {...dialog}
      title={t(`${act}.title`, { email: user.email })}
      confirmLabel={t(`${act}.confirm`)}
      danger={isBlocking}
      hint={t('reason_in_log')}
      onConfirm={({ reason }) =>
        change.mutateAsync({ user, changes: { status: isBlocking ? 'blocked' : 'active', reason } })
      }
    >
      {isBlocking ? <Consequences of="block" count={3} /> : <p>{t('unblock.text')}</p>}
    </ReasonDialog>
  );
}

function RoleDialog({ user, opened, onClose }: DialogProps) {
  const { t } = useTranslation('users_list');
  const { t: control } = useTranslation('select');
  const change = useChangeUser();
  const [role, setRole] = useState<Role>(user.role);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('change_role.title', { email: user.email })}
      confirmLabel={t('change_role.confirm')}
      cancelLabel={control('cancel')}
      danger={role === ROLES.SUPER_ADMIN && user.role !== ROLES.SUPER_ADMIN}
      onConfirm={() => change.mutateAsync({ user, changes: { role } })}
    >
      <fieldset className={css.roles}>
        <legend className={css.unseen}>{t('column.role')}</legend>
        {Object.values(ROLES).map((each) => (
          <label key={each} className={css.role}>
            <input type="radio" name="role" checked={role === each} onChange={() => setRole(each)} />
            <span className={text.stacked}>
              <span className={text.name}>{t(ROLE_NAMES[each])}</span>
              <span className={text.aside}>{t(`${ROLE_NAMES[each]}_can`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={text.aside}>{t('change_role.text')}</p>
    </ConfirmDialog>
  );
}
