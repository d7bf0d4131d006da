import { OwnershipTransfer, type TeamMember } from '@poklik/contract/team-users';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useMakeOwner } from './team-users.queries.ts';
import css from './team-users-page.module.css';

/** Transfers ownership after showing the consequences and confirming the password. */
export function OwnershipForm({ member, onDone }: { member: TeamMember; onDone: () => void }) {
  const { t } = useTranslation('team_users');
  const { t: control } = useTranslation('select');
  const { totp_enabled: asksCode } = useCurrentUser();
  const makeOwner = useMakeOwner();
  const form = useZodForm(OwnershipTransfer, { defaultValues: { password: '', ...(asksCode && { code: '' }) } });
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        toast((await makeOwner.mutateAsync({ member, body })).message);
        onDone();
      }}
    >
      <ul className={css.consequences}>
        {[1, 2, 3].map((place) => (
          <li key={place}>{t(`make_owner.consequence_${place}`, { email: member.email })}</li>
        ))}
      </ul>
      <PasswordField name="password" label={t('make_owner.password')} autoComplete="current-password" />
      {asksCode && (
        <TextField
          name="code"
          label={t('make_owner.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <FormError />
      <div className={css.actions}>
        <Button type="button" onClick={onDone}>
          {control('cancel')}
        </Button>
        <SubmitButton variant="danger">{t('make_owner.confirm')}</SubmitButton>
      </div>
    </Form>
  );
}
