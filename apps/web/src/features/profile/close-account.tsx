import { AccountClosure, type AccountClosureTerms, accountApi } from '@poklik/contract/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { reloadApp, removeToken } from '../../api/session.ts';
import { formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './profile-page.module.css';

/** Consequences, shown before the form. */
export function CloseAccount() {
  const { t } = useTranslation('profile');
  const [opened, setOpened] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['profile', 'closing'],
    queryFn: ({ signal }) => call(accountApi.closingTerms, {}, { signal }),
    select: (answer) => answer.data,
  });
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  return (
    <Delayed waiting={!data} loader={<PageLoader />}>
      {data && (
        <div className={css.stack}>
          <Consequences terms={data} />
          {data.blocked_by.map((obstacle) => (
            <Banner key={obstacle} kind="warning">
              {t(`data.blocked.${obstacle}`)}
            </Banner>
          ))}
          {data.blocked_by.length === 0 && (
            <div className={css.actions}>
              <Button variant="danger" onClick={() => setOpened(true)}>
                {t('data.delete')}
              </Button>
            </div>
          )}
          <Modal
            opened={opened}
            onClose={() => setOpened(false)}
            title={t('data.delete_title')}
            closeOnClickOutside={false}
          >
            <ClosingForm terms={data} />
          </Modal>
        </div>
      )}
    </Delayed>
  );
}

function Consequences({ terms: { members, campaigns } }: { terms: AccountClosureTerms }) {
  const { t } = useTranslation('profile');
  const lines = [
    t('data.deleted.access'),
    ...(members > 0 ? [t('data.deleted.members', { count: members })] : []),
    ...(campaigns > 0 ? [t('data.deleted.campaigns', { count: campaigns })] : []),
    t('data.deleted.personal'),
  ];
  return (
    <>
      <div>
        <h3 className={css.subheading}>{t('data.deleted_title')}</h3>
        <ul className={css.list}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={css.subheading}>{t('data.kept_title')}</h3>
        <p className={css.text}>{t('data.kept')}</p>
      </div>
    </>
  );
}

function ClosingForm({ terms }: { terms: AccountClosureTerms }) {
  const { t } = useTranslation(['profile', 'auth']);
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const { email } = useCurrentUser();
  const hasMoney = Number(terms.balance) + Number(terms.pending) > 0;
  const form = useZodForm(AccountClosure, {
    defaultValues: {
      confirmation: '',
      password: '',
      ...(terms.asks_code && { code: '' }),
      ...(hasMoney && { give_up_balance: false }),
    },
  });
  const money = (amount: string) => formatMoney(language, amount, terms.currency);

  const submit = async (body: AccountClosure) => {
    await call(accountApi.close, { body });
    removeToken();
    // No account data may stay on screen or in memory.
    reloadApp(localizedPath(paths.login));
  };

  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <Banner kind="danger">{t('data.delete_text')}</Banner>
      {hasMoney && (
        <>
          <p className={css.text}>
            {t('data.balance', { balance: money(terms.balance), pending: money(terms.pending) })}
          </p>
          <CheckboxField name="give_up_balance" label={t('data.give_up')} />
        </>
      )}
      <TextField
        name="confirmation"
        label={t('data.confirmation', { email })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField name="password" label={t('auth:password')} autoComplete="current-password" />
      {terms.asks_code && (
        <TextField
          name="code"
          label={t('two_factor.code')}
          hint={t('two_factor.code_hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <div className={css.actions}>
        <SubmitButton variant="danger">{t('data.delete')}</SubmitButton>
      </div>
    </Form>
  );
}
