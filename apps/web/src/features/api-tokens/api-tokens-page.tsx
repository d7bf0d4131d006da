import type { ApiToken } from '@poklik/contract/api-tokens';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Banner } from '../../ui/banner.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { useListState } from '../../ui/data-table/use-list-state.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { useApiTokens, useRevokeToken, useRotateToken } from './api-tokens.queries.ts';
import css from './api-tokens-page.module.css';
import { ExamplesSection } from './examples-section.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { TokenForm } from './token-form.tsx';
import { useColumns } from './use-columns.tsx';

export function ApiTokensPage() {
  return hasPermission(useCurrentUser(), 'api_tokens:read') ? <ApiTokens /> : <AccessDenied />;
}

function ApiTokens() {
  const { t } = useTranslation('api');
  const reader = useCurrentUser();
  const canWrite = hasPermission(reader, 'api_tokens:write');
  const query = useApiTokens();
  const list = useListState(['name']);
  const [creating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { about: chosen, ...dialog } = useDialog<{ act: 'rotate' | 'revoke'; token: ApiToken }>();
  const columns = useColumns(canWrite ? (act, token) => dialog.open({ act, token }) : undefined);
  const { limits, rows = [] } = query.data ?? {};
  const isFull = limits !== undefined && rows.length >= limits.tokens;

  const create = () => setCreating(true);
  useCreateKey(canWrite && limits && !isFull ? create : undefined);

  const createButton = <CreateButton onClick={create}>{t('create')}</CreateButton>;

  return (
    <ListPage
      title={t('title')}
      subtitle={limits && t('used', { used: rows.length, max: limits.tokens, rate: limits.per_minute })}
      actions={canWrite && rows.length > 0 && !isFull && createButton}
      above={
        <div className={css.notices}>
          {canWrite && reader.email_verified_at === null && <Banner kind="info">{t('verify_first')}</Banner>}
          {isFull && <Banner kind="info">{t('full', { max: limits.tokens })}</Banner>}
        </div>
      }
      columns={columns}
      list={list}
      query={query}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
      empty={
        <EmptyState icon={KeyRound} title={t('empty.title')} text={t('empty.text')} action={canWrite && createButton} />
      }
    >
      <ExamplesSection />
      <Modal
        opened={creating}
        onClose={() => setCreating(false)}
        title={t('form.title')}
        wide
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <TokenForm
          onCreated={(made) => {
            setCreating(false);
            setSecret(made);
          }}
        />
      </Modal>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      {chosen && <TokenActionDialog {...chosen} {...dialog.props} onRotated={setSecret} />}
    </ListPage>
  );
}

interface TokenActionDialogProps {
  act: 'rotate' | 'revoke';
  token: ApiToken;
  opened: boolean;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

function TokenActionDialog({ act, token, opened, onClose, onRotated }: TokenActionDialogProps) {
  const { t } = useTranslation('api');
  const { t: control } = useTranslation('select');
  const rotate = useRotateToken();
  const revoke = useRevokeToken();
  const confirm = async () => {
    if (act === 'revoke') await revoke.mutateAsync(token);
    else onRotated((await rotate.mutateAsync(token)).data.token);
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`${act}.title`, { name: token.name })}
      confirmLabel={t(`${act}.confirm`)}
      cancelLabel={control('cancel')}
      danger={act === 'revoke'}
      onConfirm={confirm}
    >
      {t(`${act}.text`)}
    </ConfirmDialog>
  );
}
