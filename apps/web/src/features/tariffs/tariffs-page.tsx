import { CircleCheckBig, CircleX, Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import css from './tariffs-page.module.css';

export function TariffsPage() {
  const { t } = useTranslation('tariffs');
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={Layers} title={t('empty.title')} text={t('empty.text')} />
    </>
  );
}

/** Where the checkout returns to after a payment. */
export const SuccessfulPaymentPage = () => <PaymentResult outcome="success" />;
export const FailedPaymentPage = () => <PaymentResult outcome="failed" />;

function PaymentResult({ outcome }: { outcome: 'success' | 'failed' }) {
  const { t } = useTranslation('tariffs');
  const navigate = useNavigate();
  const inLanguage = useInLanguage();
  const [opened, setOpened] = useState(true);
  const Icon = outcome === 'success' ? CircleCheckBig : CircleX;

  const close = () => {
    setOpened(false);
    // Going back must not show the result of a payment twice.
    void navigate(inLanguage(paths.tariffs), { replace: true });
  };

  return (
    <>
      <TariffsPage />
      <Modal opened={opened} onClose={close} title={t(`payment.${outcome}_title`)}>
        <div className={css.result}>
          <Icon size={32} strokeWidth={1.75} aria-hidden className={css.icon} data-outcome={outcome} />
          <p>{t(`payment.${outcome}_text`)}</p>
          <Button variant="primary" wide onClick={close} data-autofocus>
            {t('payment.close')}
          </Button>
        </div>
      </Modal>
    </>
  );
}
