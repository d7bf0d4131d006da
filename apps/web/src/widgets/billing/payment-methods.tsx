import type { Billing } from '@poklik/contract/billing';
import type { PaymentMethod } from '@poklik/contract/payment-methods';
import { CreditCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AddMethodDialog } from './add-method-dialog.tsx';
import css from './billing.module.css';
import { cardName } from './card-name.ts';
import { useMakeMethodFirst, useRemoveMethod } from './payment-methods.queries.ts';

/** Cards charged at renewal, in order. */
export function PaymentMethods({ billing }: { billing: Billing }) {
  const { t } = useTranslation('invoices');
  const canPay = hasPermission(useCurrentUser(), 'billing:pay');
  const [removed, setRemoved] = useState<PaymentMethod | null>(null);
  const remove = useRemoveMethod();
  const makeFirst = useMakeMethodFirst();
  const { methods, can_save: canSave, can_pay: isVerified } = billing;
  if (!canSave && methods.length === 0) return null;
  const [first] = methods;
  return (
    <section className={css.card} aria-labelledby="methods">
      <h2 id="methods" className={css.heading}>
        {t('methods.title')}
      </h2>
      <p className={css.note}>{t(methods.length > 0 ? 'methods.text' : 'methods.empty')}</p>
      {methods.length > 0 && (
        <ol className={css.methods}>
          {methods.map((method) => (
            <li key={method.id} className={css.method}>
              <CreditCard size={20} strokeWidth={1.75} aria-hidden />
              <span className={css.payer}>
                <span>{cardName(method)}</span>
                <MethodFacts method={method} withProvider={billing.providers.length > 1} />
              </span>
              {method === first && methods.length > 1 && (
                <Badge kind="info" shape="dot">
                  {t('methods.first')}
                </Badge>
              )}
              {canPay && (
                <ActionsMenu
                  label={t('methods.actions_of', { card: cardName(method) })}
                  actions={[
                    ...(method === first
                      ? []
                      : [{ label: t('methods.make_first'), onSelect: () => makeFirst.mutate(method.id) }]),
                    { label: t('methods.remove'), danger: true, onSelect: () => setRemoved(method) },
                  ]}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {makeFirst.error && (
        <Banner kind="danger" role="alert">
          {makeFirst.error.message}
        </Banner>
      )}
      {canPay && canSave && isVerified && <AddMethod providers={billing.providers} />}
      {removed && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setRemoved(null)}
          title={t('methods.remove_title', { card: cardName(removed) })}
          confirmLabel={t('methods.remove')}
          cancelLabel={t('cancel')}
          onConfirm={async () => {
            await remove.mutateAsync(removed.id);
            toast(t('methods.removed'));
          }}
        >
          {t('methods.remove_text')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function AddMethod({ providers }: { providers: Billing['providers'] }) {
  const { t } = useTranslation('invoices');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <div>
        <Button icon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setAdding(true)}>
          {t('methods.add')}
        </Button>
      </div>
      {isAdding && (
        <AddMethodDialog
          providers={providers.filter(({ can_set_up: canSetUp }) => canSetUp)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface MethodFactsProps {
  method: PaymentMethod;
  /** Where the card is saved, if it could be elsewhere. */
  withProvider: boolean;
}

function MethodFacts({ method: { expires, refusal, provider }, withProvider }: MethodFactsProps) {
  const { t } = useTranslation('invoices');
  if (refusal) return <span className={css.refused}>{t(`failure.${refusal}`)}</span>;
  const [year, month] = expires?.split('-') ?? [];
  const facts = [
    ...(withProvider ? [t(`provider.name.${provider}`)] : []),
    ...(expires ? [t('methods.expires', { date: `${month}/${year}` })] : []),
  ];
  return facts.length > 0 && <span className={css.faint}>{facts.join(', ')}</span>;
}
