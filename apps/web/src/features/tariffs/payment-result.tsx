import type { Billing } from '@poklik/contract/billing';
import { CircleCheckBig, CircleX, Download, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatMoney } from '../../format/numbers.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { downloadInvoice, useLastPayment } from '../../widgets/billing/billing.queries.ts';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import css from './payment-result.module.css';

type Payment = NonNullable<Billing['last_payment']>;

const ICONS = { success: CircleCheckBig, failed: CircleX, waiting: LoaderCircle } as const;

/** The return URL only means that the user left the checkout, so the status is polled until the provider confirms. */
export function PaymentResult({ outcome }: { outcome: 'success' | 'failed' }) {
  const { t } = useTranslation('tariffs');
  const navigate = useNavigate();
  const localizedPath = useLocalizedPath();
  const [opened, setOpened] = useState(true);
  const payment = useLastPayment(outcome === 'success' && opened);
  const state = outcome === 'failed' ? 'failed' : payment && payment.status !== 'pending' ? 'success' : 'waiting';
  const Icon = ICONS[state];
  const words = useWords(payment);

  const leaveFor = (path: string) => {
    setOpened(false);
    // Going back must not show the payment result again.
    void navigate(localizedPath(path), { replace: true });
  };
  const close = () => leaveFor(paths.tariffs);

  return (
    <Modal opened={opened} onClose={close} title={state === 'success' ? words.title : t(`payment.${state}_title`)}>
      <div className={css.result}>
        <Icon size={32} strokeWidth={1.75} aria-hidden className={css.icon} data-outcome={state} />
        <p aria-live="polite">{state === 'success' ? words.text : t(`payment.${state}_text`)}</p>
        {state === 'success' ? (
          <div className={css.actions}>
            <Button variant="primary" wide onClick={() => leaveFor(paths.campaign)} data-autofocus>
              {t('payment.view_campaigns')}
            </Button>
            {payment?.invoice && <InvoiceButton invoice={payment.invoice} />}
          </div>
        ) : (
          <Button variant="primary" wide onClick={close} data-autofocus>
            {t('payment.close')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** Title and text for the result that the provider reported. */
function useWords(payment: Payment | null): { title: string; text: string } {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const tariff = useTariffs().data?.find(({ id }) => id === payment?.tariff_id);
  if (!payment) return { title: '', text: '' };
  const amount = formatMoney(language, payment.amount, payment.currency);
  if (payment.purpose !== 'deposit' && !payment.is_on_balance && tariff) {
    const name = tariff.name[language];
    return { title: t('payment.active_title', { name }), text: t('payment.active_text', { amount }) };
  }
  return {
    title: t('payment.success_title'),
    text: t(payment.purpose === 'deposit' ? 'payment.balance_text' : 'payment.kept_text', { amount }),
  };
}

function InvoiceButton({ invoice }: { invoice: NonNullable<Payment['invoice']> }) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  return (
    <Button
      wide
      icon={<Download size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() =>
        void downloadInvoice(invoice, language).catch((error: Error) => toast(error.message, { kind: 'problem' }))
      }
    >
      {t('payment.invoice')}
    </Button>
  );
}
