import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import css from '../profile-page.module.css';
import { useTestEmail, useTestProvider } from './service.queries.ts';

/** Sends a test email with the saved settings and shows what the mail server answered. */
export function TestEmail({ isReady }: { isReady: boolean }) {
  const { t } = useTranslation('service');
  const test = useTestEmail();
  const result = test.data?.data;
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        <Button disabled={!isReady} loading={test.isPending} onClick={() => test.mutate()}>
          {t('test_email')}
        </Button>
        {!isReady && <span className={css.text}>{t('test_email_first')}</span>}
      </div>
      <Result
        error={test.error?.message}
        text={result && t(result.accepted ? 'email_accepted' : 'email_refused', result)}
        isAccepted={result?.accepted ?? false}
      />
    </div>
  );
}

/** Authenticates with the payment provider. */
export function TestProvider() {
  const { t } = useTranslation('service');
  const test = useTestProvider();
  const result = test.data?.data;
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {t('test_provider')}
        </Button>
      </div>
      <Result
        error={test.error?.message}
        text={result && t(result.accepted ? 'provider_accepted' : 'provider_refused', result)}
        isAccepted={result?.accepted ?? false}
      />
    </div>
  );
}

interface ResultProps {
  error: string | undefined;
  text: string | undefined;
  isAccepted: boolean;
}

function Result({ error, text, isAccepted }: ResultProps) {
  if (error !== undefined)
    return (
      <Banner kind="danger" role="alert">
        {error}
      </Banner>
    );
  if (text === undefined) return null;
  return (
    <Banner kind={isAccepted ? 'success' : 'danger'} role="status">
      {text}
    </Banner>
  );
}
