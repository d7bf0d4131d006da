import { BANK_DECISIONS, type BankDecision, type BankLine } from '@poklik/contract/bank';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { Select, type SelectOption } from '../../../ui/choice/select.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import fieldCss from '../../../ui/form/field.module.css';
import { toast } from '../../../ui/toast/toast.ts';
import css from './bank.module.css';
import { useConfirmLines, useCustomers, useUnpaidInvoices } from './bank.queries.ts';

type Action = (typeof BANK_DECISIONS)[number];

interface Choice {
  lineId: number;
  action: Action;
  invoiceId: string | null;
  userId: string | null;
  note: string;
}

/** Null while nothing is chosen. */
function decisionOf({ lineId, action, invoiceId, userId, note }: Choice): BankDecision | null {
  const line = { line_id: lineId, note, invoice_id: null, user_id: null };
  if (action === 'invoice') return invoiceId === null ? null : { ...line, action, invoice_id: Number(invoiceId) };
  if (action === 'balance') return userId === null ? null : { ...line, action, user_id: Number(userId) };
  return { ...line, action };
}

/** What one received payment is for. */
export function DecideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { t } = useTranslation('transactions');
  const { t: control } = useTranslation('select');
  const language = useLanguage();
  const [action, setAction] = useState<Action>('invoice');
  const [invoiceId, setInvoiceId] = useState<string | null>(line.candidates[0] ? String(line.candidates[0].id) : null);
  const [userId, setUserId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const write = useConfirmLines();
  const noteField = useId();
  const amount = formatMoney(language, line.amount, line.currency);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const decision = decisionOf({ lineId: line.id, action, invoiceId, userId, note });
    setMissing(decision === null);
    if (decision === null) return;
    const [answer] = await write.mutateAsync([decision]);
    toast(t(`bank.answer.${answer?.result ?? 'not_found'}`), answer?.result === 'done' ? {} : { kind: 'problem' });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('bank.decide_title', { amount })} closeOnClickOutside={false}>
      <form className={css.part} onSubmit={(event) => void submit(event).catch(() => undefined)}>
        {write.error && (
          <Banner kind="danger" role="alert">
            {write.error.message}
          </Banner>
        )}
        <p className={css.line}>{[line.payer, line.purpose].filter(Boolean).join(' — ')}</p>
        <Segmented
          label={t('bank.action')}
          value={action}
          onChange={setAction}
          options={BANK_DECISIONS.map((value) => ({ value, label: t(`bank.actions.${value}`) }))}
        />
        {action === 'invoice' && <InvoiceChoice line={line} value={invoiceId} onChange={setInvoiceId} />}
        {action === 'balance' && <CustomerChoice value={userId} onChange={setUserId} />}
        {action === 'set_aside' && (
          <div className={css.field}>
            <label htmlFor={noteField} className={css.label}>
              {t('bank.note')}
            </label>
            <input
              id={noteField}
              className={fieldCss.control}
              value={note}
              maxLength={200}
              onChange={({ target }) => setNote(target.value)}
            />
          </div>
        )}
        <p className={css.line}>{t(`bank.effect.${action}`)}</p>
        {isMissing && (
          <p className={css.missing} role="alert">
            {t('bank.choose_first')}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{control('cancel')}</Button>
          <Button type="submit" variant="primary" loading={write.isPending}>
            {t(`bank.submit.${action}`)}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

interface ChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The likely ones first; typing finds any other unpaid invoice. */
function InvoiceChoice({ line, ...choice }: ChoiceProps & { line: BankLine }) {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const found = useUnpaidInvoices(typed.trim().slice(0, 64));
  const toOption = (id: number, parts: string[]): SelectOption => ({ value: String(id), label: parts.join(' · ') });
  const likely = line.candidates.map(({ id, number, customer, amount }) =>
    toOption(id, [number, customer, formatMoney(language, amount, line.currency)]),
  );
  const others = (found.data ?? [])
    .filter(({ id }) => line.candidates.every((each) => each.id !== id))
    .map(({ id, number, bill_to: payer, due, currency }) =>
      toOption(id, [number, payer.email, formatMoney(language, due, currency)]),
    );
  return (
    <div className={css.field}>
      <span className={css.label}>{t('bank.invoice')}</span>
      <Select
        {...choice}
        aria-label={t('bank.invoice')}
        options={[...likely, ...others]}
        searchable
        onSearch={setTyped}
        placeholder={t('bank.invoice_hint')}
      />
      {found.error && <p role="alert">{found.error.message}</p>}
    </div>
  );
}

function CustomerChoice(choice: ChoiceProps) {
  const { t } = useTranslation('transactions');
  const [typed, setTyped] = useState('');
  const found = useCustomers(typed.trim().slice(0, 100));
  return (
    <div className={css.field}>
      <span className={css.label}>{t('bank.customer')}</span>
      <Select
        {...choice}
        aria-label={t('bank.customer')}
        options={(found.data ?? []).map(({ id, email, name }) => ({
          value: String(id),
          label: name ? `${email} · ${name}` : email,
        }))}
        searchable
        onSearch={setTyped}
        placeholder={t('search')}
      />
      {found.error && <p role="alert">{found.error.message}</p>}
    </div>
  );
}
