import { type AuthenticatorKey, CodeOnly, PasswordAndCode, PasswordOnly } from '@poklik/contract/security';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../ui/copy/copy-field.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { QrPicture } from '../../../widgets/qr-code.tsx';
import css from '../profile-page.module.css';
import { CodeField } from './code-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import own from './security.module.css';
import {
  startTwoFactor,
  useConfirmTwoFactor,
  useDisableTwoFactor,
  useRegenerateRecoveryCodes,
} from './security.queries.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

interface StepsProps {
  onClose: () => void;
  onCodes: (codes: string[]) => void;
}

/** Confirms identity, then shows recovery codes until the user closes them. */
function CodesDialog({
  opened,
  onClose,
  title,
  steps,
}: DialogProps & { title: string; steps: (props: StepsProps) => ReactNode }) {
  const { t } = useTranslation('profile');
  const [codes, setCodes] = useState<string[]>();
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={codes ? t('recovery.title') : title}
      closable={!codes}
      closeOnClickOutside={false}
    >
      {codes ? <RecoveryCodes codes={codes} onDone={close} /> : steps({ onClose: close, onCodes: setCodes })}
    </Modal>
  );
}

export function SetUpDialog(props: DialogProps) {
  const { t } = useTranslation('profile');
  return (
    <CodesDialog {...props} title={t('two_factor.set_up')} steps={({ onCodes }) => <SetUpSteps onCodes={onCodes} />} />
  );
}

function SetUpSteps({ onCodes }: Pick<StepsProps, 'onCodes'>) {
  const [key, setKey] = useState<AuthenticatorKey>();
  return key ? <ScanStep authenticator={key} onCodes={onCodes} /> : <PasswordStep onKey={setKey} />;
}

function PasswordStep({ onKey }: { onKey: (key: AuthenticatorKey) => void }) {
  const { t } = useTranslation(['profile', 'auth']);
  const form = useZodForm(PasswordOnly, { defaultValues: { password: '' } });
  return (
    <Form form={form} onSubmit={async ({ password }) => onKey(await startTwoFactor(password))}>
      <FormError />
      <p className={css.text}>{t('two_factor.password_first')}</p>
      <PasswordField name="password" label={t('auth:password')} autoComplete="current-password" />
      <div className={own.buttons}>
        <SubmitButton>{t('two_factor.next')}</SubmitButton>
      </div>
    </Form>
  );
}

/** Groups of four characters, as authenticators show keys. */
const groupCharacters = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function ScanStep({ authenticator, onCodes }: { authenticator: AuthenticatorKey } & Pick<StepsProps, 'onCodes'>) {
  const { t } = useTranslation('profile');
  const confirm = useConfirmTwoFactor();
  const form = useZodForm(CodeOnly, { defaultValues: { code: '' } });
  useEffect(() => form.setFocus('code'), [form]);
  return (
    <Form form={form} onSubmit={async ({ code }) => onCodes(await confirm.mutateAsync(code))}>
      <FormError />
      <p className={css.text}>{t('two_factor.scan')}</p>
      <div className={own.picture}>
        <QrPicture text={authenticator.uri} label={t('two_factor.picture')} />
      </div>
      <CopyField label={t('two_factor.key')} value={groupCharacters(authenticator.secret)} />
      <CodeField label={t('two_factor.first_code')} />
      <div className={own.buttons}>
        <SubmitButton>{t('two_factor.turn_on')}</SubmitButton>
      </div>
    </Form>
  );
}

interface ConfirmIdentityFormProps {
  text: string;
  submit: string;
  danger?: boolean;
  onConfirm: (proof: PasswordAndCode) => Promise<void>;
}

/** Asks for password and code. */
function ConfirmIdentityForm({ text, submit, danger = false, onConfirm: onProof }: ConfirmIdentityFormProps) {
  const { t } = useTranslation(['profile', 'auth']);
  const form = useZodForm(PasswordAndCode, { defaultValues: { password: '', code: '' } });
  return (
    <Form form={form} onSubmit={onProof}>
      <FormError />
      <p className={css.text}>{text}</p>
      <PasswordField name="password" label={t('auth:password')} autoComplete="current-password" />
      <CodeField label={t('two_factor.code')} hint={t('two_factor.code_hint')} />
      <div className={own.buttons}>
        <SubmitButton variant={danger ? 'danger' : 'primary'}>{submit}</SubmitButton>
      </div>
    </Form>
  );
}

export function RegenerateCodesDialog(props: DialogProps) {
  const { t } = useTranslation('profile');
  const renew = useRegenerateRecoveryCodes();
  return (
    <CodesDialog
      {...props}
      title={t('two_factor.renew')}
      steps={({ onCodes }) => (
        <ConfirmIdentityForm
          text={t('two_factor.renew_text')}
          submit={t('two_factor.renew')}
          onConfirm={async (proof) => onCodes(await renew.mutateAsync(proof))}
        />
      )}
    />
  );
}

export function DisableTwoFactorDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('profile');
  const stop = useDisableTwoFactor();
  return (
    <Modal opened={opened} onClose={onClose} title={t('two_factor.off_question')} closeOnClickOutside={false}>
      <ConfirmIdentityForm
        text={t('two_factor.off_text')}
        submit={t('two_factor.turn_off')}
        danger
        onConfirm={async (proof) => {
          const { message } = await stop.mutateAsync(proof);
          toast(message);
          onClose();
        }}
      />
    </Modal>
  );
}
