import type { Billing } from '@poklik/contract/billing';
import type { Invoice } from '@poklik/contract/invoices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { goToCheckout, newKey, usePayInvoice } from '../billing.queries.ts';
import { ProviderChoice, useProvider } from './provider-choice.tsx';

interface PayInvoiceDialogProps {
  invoice: Pick<Invoice, 'id' | 'number' | 'due' | 'currency'>;
  providers: Billing['providers'];
  onClose: () => void;
}

/** Where to pay an invoice, if there is a choice. */
export function PayInvoiceDialog({ invoice, providers, onClose }: PayInvoiceDialogProps) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const pay = usePayInvoice();
  const [key] = useState(newKey);
  const [chosen, choose] = useProvider(providers);
  const { id, number, due, currency } = invoice;
  const payNow = async () => {
    const provider = chosen?.name;
    const { data } = await pay.mutateAsync({ id, method: 'provider', provider, key: `${key}-${provider}` });
    if (data.payment_url) goToCheckout(data.payment_url);
  };
  return (
    <Modal opened onClose={onClose} title={t('provider.pay_title', { number })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void payNow().catch(() => undefined);
        }}
      >
        <p>{t('provider.pay_amount', { amount: formatMoney(language, due, currency) })}</p>
        <ProviderChoice providers={providers} chosen={chosen} onChoose={choose} amount={due} />
        {pay.error && (
          <Banner kind="danger" role="alert">
            {pay.error.message}
          </Banner>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={pay.isPending}>
            {t('billing.pay')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
