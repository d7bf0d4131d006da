import { authApi } from '@poklik/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/client.ts';
import { endImpersonation, isImpersonating, removeToken } from '../../api/session.ts';
import { paths } from '../../i18n/paths.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

interface LogoutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Confirms the logout. */
export function LogoutDialog({ opened, onClose }: LogoutDialogProps) {
  const { t } = useTranslation('sidebar');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // Opens after mounting, so it remembers the previously focused element.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);

  const leave = async () => {
    await call(authApi.logout);
    // During impersonation both sessions end.
    if (isImpersonating()) {
      endImpersonation();
      await call(authApi.logout);
    }
    removeToken();
    await navigate(paths.login);
    queryClient.clear();
  };

  return <ConfirmDialog opened={shown} onClose={onClose} title={t('logout_question')} onConfirm={leave} />;
}
