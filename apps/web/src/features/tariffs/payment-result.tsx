import { CircleCheckBig, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './payment-result.module.css';

/** What the browser comes back with. It is only a message: the truth is what the provider tells the server. */
export function PaymentResult({ outcome }: { outcome: 'success' | 'failed' }) {
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
    <Modal opened={opened} onClose={close} title={t(`payment.${outcome}_title`)}>
      <div className={css.result}>
        <Icon size={32} strokeWidth={1.75} aria-hidden className={css.icon} data-outcome={outcome} />
        <p>{t(`payment.${outcome}_text`)}</p>
        <Button variant="primary" wide onClick={close} data-autofocus>
          {t('payment.close')}
        </Button>
      </div>
    </Modal>
  );
}
