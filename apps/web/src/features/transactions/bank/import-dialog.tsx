import { BANK_ROW_RESULTS, type BankMapping, type BankReport } from '@poklik/contract/bank';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { formatNumericDay } from '../../../format/dates.ts';
import { formatInteger, formatMoney } from '../../../format/numbers.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/choice/file-button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import css from './bank.module.css';
import { useImportStatement } from './bank.queries.ts';
import { MappingFields } from './mapping-fields.tsx';

interface ChosenFile {
  csv: string;
  name: string;
}

/** A file of the bank: choose it, check how it is read, then import it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('transactions');
  const [file, setFile] = useState<ChosenFile>();
  const [report, setReport] = useState<BankReport>();
  const [mapping, setMapping] = useState<BankMapping | null>(null);
  const [isChecked, setChecked] = useState(false);
  const write = useImportStatement();
  const send = async (sent: ChosenFile, chosen: BankMapping | null, isDryRun: boolean) => {
    const body = { csv: sent.csv, file_name: sent.name.slice(0, 200), mapping: chosen, dry_run: isDryRun };
    const answer = await write.mutateAsync(body);
    setReport(answer);
    setMapping(answer.mapping);
    setChecked(answer.result !== null);
    return answer;
  };
  const added = report?.result?.counts.ok ?? 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    const answer = await send(file, mapping, !isChecked);
    if (answer.statement_id === null) return;
    toast(t('bank.imported', { count: answer.result?.counts.ok ?? 0 }));
    onClose();
  };
  const problem = write.error && (write.error instanceof ApiError ? Object.values(write.error.fields).flat()[0] : null);
  return (
    <Modal opened onClose={onClose} title={t('bank.import')} wide closeOnClickOutside={false}>
      <form className={css.part} onSubmit={(event) => void submit(event).catch(() => undefined)}>
        {write.error && (
          <Banner kind="danger" role="alert">
            {problem ?? write.error.message}
          </Banner>
        )}
        <p className={css.line}>{t('bank.file_hint')}</p>
        <FileButton
          label={t('bank.file')}
          onText={(csv, name) => {
            setFile({ csv, name });
            void send({ csv, name }, null, true).catch(() => setReport(undefined));
          }}
        />
        {report && file && (
          <>
            <MappingFields
              columns={report.columns}
              mapping={mapping}
              onChange={(changed) => {
                setMapping(changed);
                setChecked(false);
              }}
            />
            {isChecked && report.result && <Result result={report.result} currency={report.currency} />}
          </>
        )}
        <DialogActions>
          <Button
            type="submit"
            variant="primary"
            loading={write.isPending}
            disabled={!file || !mapping || (isChecked && added === 0)}
          >
            {isChecked ? t('bank.run', { count: added }) : t('bank.check')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}

function Result({ result, currency }: { result: NonNullable<BankReport['result']>; currency: string }) {
  const { t } = useTranslation('transactions');
  const language = useLanguage();
  const money = (amount: string) => formatMoney(language, amount, currency);
  return (
    <div className={css.part} role="status">
      <ul className={css.totals}>
        {BANK_ROW_RESULTS.filter((verdict) => verdict === 'ok' || (result.counts[verdict] ?? 0) > 0).map((verdict) => (
          <li key={verdict}>
            {t(`bank.verdict.${verdict}`)}: <strong>{formatInteger(language, result.counts[verdict] ?? 0)}</strong>
          </li>
        ))}
        <li>
          {t('bank.total')}: <strong>{money(result.total)}</strong>
        </li>
        <li>
          {t('bank.match.proposed')}: <strong>{formatInteger(language, result.proposed)}</strong>
        </li>
      </ul>
      {result.examples.map(({ line, day, amount, payer, purpose }) => (
        <p key={line} className={css.line}>
          {t('bank.line', { line })}: {formatNumericDay(language, day)} · {money(amount)} ·{' '}
          {[payer, purpose].filter(Boolean).join(' — ')}
        </p>
      ))}
      {result.problems.map(({ line, verdict, text }) => (
        <p key={line} className={css.line}>
          {t('bank.line', { line })}: {t(`bank.verdict.${verdict}`)} — {text}
        </p>
      ))}
    </div>
  );
}
