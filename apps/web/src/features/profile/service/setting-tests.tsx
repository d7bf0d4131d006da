import { API_PREFIX } from '@poklik/contract/api';
import { PROVIDER_SETTINGS } from '@poklik/contract/provider-settings';
import type { SettingsState } from '@poklik/contract/settings';
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
        <Button disabled={!isReady} loading={test.isPending} onClick={() => test.mutate(undefined)}>
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

/** One button for each provider whose keys are set. */
export function TestProviders({ values }: { values: SettingsState['values'] }) {
  const { t } = useTranslation('service');
  const isSet = (key: (typeof PROVIDER_SETTINGS)[SetUpProvider][number]): boolean => {
    const value = values[key];
    return typeof value === 'object' && value !== null ? value.set : value !== null;
  };
  const ready = (Object.keys(PROVIDER_SETTINGS) as SetUpProvider[]).filter((name) =>
    PROVIDER_SETTINGS[name].every(isSet),
  );
  if (ready.length === 0) return <p className={css.text}>{t('test_provider_first')}</p>;
  return ready.map((name) => <TestProvider key={name} name={name} address={values.public_url ?? ''} />);
}

type SetUpProvider = keyof typeof PROVIDER_SETTINGS;

/** Authenticates with the payment provider. */
function TestProvider({ name, address }: { name: SetUpProvider; address: string }) {
  const { t } = useTranslation('service');
  const test = useTestProvider();
  const result = test.data?.data;
  const webhook = `${address}${API_PREFIX}/payments/${name}/webhook`;
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        <Button loading={test.isPending} onClick={() => test.mutate(name)}>
          {t('test_provider', { name: PROVIDER_NAMES[name] })}
        </Button>
        {ASKS_FOR_WEBHOOK.has(name) && <span className={css.text}>{t('provider_webhook', { url: webhook })}</span>}
      </div>
      <Result
        error={test.error?.message}
        text={result && t(result.accepted ? 'provider_accepted' : 'provider_refused', result)}
        isAccepted={result?.accepted ?? false}
      />
    </div>
  );
}

/** As they write themselves. */
const PROVIDER_NAMES: Record<SetUpProvider, string> = {
  stripe: 'Stripe',
  monobank: 'Monobank',
  btcpay: 'BTCPay Server',
  wayforpay: 'WayForPay',
  liqpay: 'LiqPay',
};
/** The others are told with every payment where to report. */
const ASKS_FOR_WEBHOOK: ReadonlySet<SetUpProvider> = new Set(['stripe', 'btcpay']);

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
