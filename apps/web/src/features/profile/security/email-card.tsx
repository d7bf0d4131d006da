import type { Profile } from '@poklik/contract/profile';
import { EMAIL_OUTCOMES, EmailChange } from '@poklik/contract/security';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from '../profile-page.module.css';
import { CodeField } from './code-field.tsx';
import own from './security.module.css';
import { useChangeEmail } from './security.queries.ts';

const emptyOf = ({ totp_enabled: asksCode }: Profile): EmailChange => ({
  email: '',
  password: '',
  ...(asksCode && { code: '' }),
});

/** The login email. A new one takes effect when the link sent to it is opened, which leads back here. */
export function EmailCard({ user }: { user: Profile }) {
  const { t } = useTranslation('profile');
  const [search] = useSearchParams();
  const outcome = EMAIL_OUTCOMES.find((each) => each === search.get('address'));
  const change = useChangeEmail();
  const [sentTo, setSentTo] = useState<string>();
  const form = useZodForm(EmailChange, { defaultValues: emptyOf(user) });

  const submit = async (body: EmailChange) => {
    setSentTo(undefined);
    await change.mutateAsync(body);
    form.reset(emptyOf(user));
    setSentTo(body.email);
  };

  return (
    <section className={css.card} aria-labelledby="address-heading">
      <h2 id="address-heading" className={css.heading}>
        {t('address.title')}
      </h2>
      <div className={own.stack}>
        {outcome && (
          <Banner kind={outcome === 'changed' ? 'success' : 'warning'} role="status">
            {t(`address.${outcome}`)}
          </Banner>
        )}
        <p className={css.text}>{t('address.text', { email: user.email })}</p>
        <Form form={form} onSubmit={submit}>
          <FormError />
          <div className={css.narrow}>
            <TextField
              name="email"
              label={t('address.new')}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
            <PasswordField name="password" label={t('address.password')} autoComplete="current-password" />
            {user.totp_enabled && <CodeField label={t('two_factor.code')} hint={t('two_factor.code_hint')} />}
          </div>
          <div className={css.actions}>
            <SubmitButton>{t('address.submit')}</SubmitButton>
          </div>
        </Form>
        {sentTo && (
          <Banner kind="success" role="status">
            {t('address.sent', { email: sentTo })}
          </Banner>
        )}
      </div>
    </section>
  );
}
