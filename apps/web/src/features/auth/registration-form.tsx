import {
  authApi,
  PASSWORD_MIN,
  Registration,
  RegistrationWithTerms,
  type SignUpRules,
  type Terms,
} from '@poklik/contract/auth';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { isSignedIn } from '../../api/session.ts';
import { currentTimeZone } from '../../format/time-zones.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { PasswordRules } from '../../widgets/password-rules.tsx';
import { recordReferralVisit, signUpRulesQuery, useLogin } from './auth.queries.ts';
import { AuthCard } from './auth-card.tsx';
import { CheckEmail } from './check-email.tsx';
import { forgetReferralCode, referralCode } from './referral-code.ts';
import { TooManyAttempts } from './too-many-attempts.tsx';

export function RegistrationForm({ email }: { email: RefObject<string> }) {
  const { t } = useTranslation('auth');
  const { state } = useLocation();
  const [search] = useSearchParams();
  const localizedPath = useLocalizedPath();
  const [ref] = useState(() => referralCode(search));
  const setup = search.get('setup') ?? undefined;
  const invite = search.get('invite') ?? undefined;
  const { data: rules } = useQuery(signUpRulesQuery(ref, { ...(setup && { setup }), ...(invite && { invite }) }));
  const [sentTo, setSentTo] = useState<string>();
  const link = search.get('ref');
  useEffect(() => {
    if (link) recordReferralVisit(link);
  }, [link]);

  if (sentTo) return <CheckEmail email={sentTo} onBack={() => setSentTo(undefined)} />;

  // An invitation that was just accepted is used, which is not an error.
  if (rules && invite !== undefined && !rules.invitation && !rules.setup && !isSignedIn())
    return <Navigate to={localizedPath(paths.restoreOutcome('invitation-invalid'))} replace />;

  const blocker = rules && registrationBlocker(rules, setup !== undefined);
  const invitation = rules?.invitation;
  return (
    <AuthCard
      title={t(
        rules?.setup ? 'registration.setup_title' : invitation ? 'registration.invited_title' : 'registration.title',
      )}
      text={
        invitation
          ? t('registration.invited_text', { owner: invitation.owner, email: invitation.email })
          : rules?.setup && t('registration.setup_text')
      }
      links={
        <Link to={localizedPath(paths.login)} state={state}>
          {t('registration.to_login')}
        </Link>
      }
    >
      {rules?.referrer && (
        <Banner kind="success">{t('registration.referred_by', { name: rules.referrer.name })}</Banner>
      )}
      {rules?.policy === 'domains' && !rules.setup && !invitation && (
        <Banner kind="info">{t('registration.domains', { domains: rules.domains.join(', ') })}</Banner>
      )}
      {blocker ? (
        <Banner kind="warning" role="status">
          {t(`registration.${blocker}`)}
        </Banner>
      ) : (
        <Fields
          // The invited email comes with the sign-up rules.
          key={invitation?.email ?? ''}
          email={email}
          rules={rules}
          setup={setup}
          invite={invite}
          refCode={ref}
          onEmailTaken={setSentTo}
        />
      )}
    </AuthCard>
  );
}

function registrationBlocker(
  { policy, referrer, setup, invitation }: SignUpRules,
  isSetUpLink: boolean,
): string | null {
  if (setup || invitation) return null;
  if (isSetUpLink) return 'setup_dead';
  if (policy === 'closed') return 'closed';
  return policy === 'invite' && !referrer ? 'invite_only' : null;
}

interface FieldsProps {
  email: RefObject<string>;
  rules: SignUpRules | undefined;
  refCode: string | undefined;
  setup: string | undefined;
  invite: string | undefined;
  /** The email may be registered, which must not be revealed here: its owner gets an email. */
  onEmailTaken: (email: string) => void;
}

function Fields({ email, rules, refCode, setup, invite, onEmailTaken: onUnopened }: FieldsProps) {
  const { t } = useTranslation('auth');
  const login = useLogin();
  const [wait, setWait] = useState<number>();
  const terms = rules?.setup ? null : (rules?.terms ?? null);
  // The request is the same; only whether the checkbox is required differs.
  const form = useZodForm(terms ? (RegistrationWithTerms as unknown as typeof Registration) : Registration, {
    defaultValues: {
      email: rules?.invitation?.email ?? email.current,
      name: '',
      password: '',
      password_confirmation: '',
      accept_terms: false,
    },
  });
  const [typedEmail, typedPassword] = useWatch({ control: form.control, name: ['email', 'password'] });
  useEffect(() => {
    email.current = typedEmail;
  }, [typedEmail, email]);

  const submit = async (values: Registration) => {
    setWait(undefined);
    try {
      await call(authApi.register, {
        body: {
          ...values,
          timezone: currentTimeZone(),
          ...(rules?.referrer && refCode && { ref: refCode }),
          ...(setup && { setup_token: setup }),
          ...(invite && { invite_token: invite }),
        },
      });
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      if (failure?.status !== 429 || failure.retryAfterSeconds === undefined) throw error;
      return setWait(failure.retryAfterSeconds);
    }
    forgetReferralCode();
    await login({ email: values.email, password: values.password }).catch(() => onUnopened(values.email));
  };

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {wait !== undefined && <TooManyAttempts seconds={wait} />}
      <TextField
        name="email"
        label={t('email')}
        type="email"
        readOnly={rules?.invitation != null}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField name="name" label={t('name_optional')} autoComplete="name" />
      <PasswordField
        name="password"
        label={t('password')}
        autoComplete="new-password"
        hint={
          <PasswordRules
            password={typedPassword}
            email={typedEmail}
            minLength={rules?.password.min_length ?? PASSWORD_MIN}
          />
        }
      />
      <PasswordField name="password_confirmation" label={t('password_again')} autoComplete="new-password" />
      {terms && <CheckboxField name="accept_terms" label={<TermsLabel terms={terms} />} />}
      <SubmitButton size="lg" wide>
        {t('registration.submit')}
      </SubmitButton>
    </Form>
  );
}

function TermsLabel({ terms }: { terms: Terms }) {
  const { t } = useTranslation('auth');
  const link = (url: string, text: string) => (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
  return (
    <>
      {t('registration.accept')} {link(terms.url, t('registration.terms'))}
      {terms.privacy_url && (
        <>
          {' '}
          {t('registration.and')} {link(terms.privacy_url, t('registration.privacy'))}
        </>
      )}
    </>
  );
}
