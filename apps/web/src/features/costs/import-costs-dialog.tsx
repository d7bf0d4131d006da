import { COST_ROW_RESULTS, type CostImportReport } from '@poklik/contract/costs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { formatInteger, formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/choice/file-button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import fieldCss from '../../ui/form/field.module.css';
import { toast } from '../../ui/toast/toast.ts';
import css from './costs.module.css';
import { useImportCosts } from './costs.queries.ts';

export function ImportCostsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('costs');
  return (
    <Modal opened={opened} onClose={onClose} title={t('import.title')} wide closeOnClickOutside={false}>
      <Steps onDone={onClose} />
    </Modal>
  );
}

const addedRows = ({ counts }: CostImportReport): number => (counts.ok ?? 0) + (counts.no_clicks ?? 0);

/** Upload or paste, preview the result, then import. */
function Steps({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('costs');
  const [csv, setCsv] = useState('');
  const [report, setReport] = useState<CostImportReport>();
  const write = useImportCosts();
  const field = useId();
  const run = (dryRun: boolean) =>
    write.mutate(
      { csv, dry_run: dryRun },
      {
        onSuccess: (answer) => {
          if (dryRun) return setReport(answer);
          toast(t('import.done', { count: addedRows(answer) }));
          onDone();
        },
      },
    );
  const problem = write.error && (write.error instanceof ApiError ? Object.values(write.error.fields).flat()[0] : null);
  return (
    <form
      className={css.part}
      onSubmit={(event) => {
        event.preventDefault();
        run(report === undefined);
      }}
    >
      {write.error && (
        <Banner kind="danger" role="alert">
          {problem ?? write.error.message}
        </Banner>
      )}
      {report ? (
        <Report report={report} />
      ) : (
        <>
          <label htmlFor={field}>{t('import.hint')}</label>
          <FileButton label={t('import.file')} onText={setCsv} />
          <textarea
            id={field}
            rows={8}
            className={`${fieldCss.control} ${css.csv}`}
            value={csv}
            spellCheck={false}
            placeholder="campaign_id,date,amount,currency,timezone,sub1"
            onChange={(event) => setCsv(event.target.value)}
          />
        </>
      )}
      <DialogActions>
        {report && <Button onClick={() => setReport(undefined)}>{t('import.back')}</Button>}
        <Button
          type="submit"
          variant="primary"
          loading={write.isPending}
          disabled={report ? addedRows(report) === 0 : csv.trim() === ''}
        >
          {report ? t('import.run', { count: addedRows(report) }) : t('import.check')}
        </Button>
      </DialogActions>
    </form>
  );
}

function Report({ report }: { report: CostImportReport }) {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  return (
    <div className={css.part} role="status">
      <ul className={css.totals}>
        {COST_ROW_RESULTS.filter((verdict) => verdict === 'ok' || (report.counts[verdict] ?? 0) > 0).map((verdict) => (
          <li key={verdict}>
            {t(`import.verdict.${verdict}`)}: <strong>{formatInteger(language, report.counts[verdict] ?? 0)}</strong>
          </li>
        ))}
        {report.totals.map(({ currency, amount }) => (
          <li key={currency}>
            {t('import.total')}: <strong>{formatMoney(language, amount, currency)}</strong>
          </li>
        ))}
      </ul>
      {report.examples.slice(0, 10).map(({ line, verdict, text }) => (
        <p key={line} className={css.line}>
          {t('import.line', { line })}: {t(`import.verdict.${verdict}`)} — {text}
        </p>
      ))}
    </div>
  );
}
