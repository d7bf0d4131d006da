import type { ImportReport } from '@poklik/contract/conversions';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../api/download.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/choice/file-button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import fieldCss from '../../ui/form/field.module.css';
import { toast } from '../../ui/toast/toast.ts';
import css from './conversions.module.css';
import { useImport } from './conversions.queries.ts';
import { firstFieldProblem } from './first-field-problem.ts';

export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('conversions');
  return (
    <Modal opened={opened} onClose={onClose} title={t('import.title')} wide closeOnClickOutside={false}>
      <Steps onDone={onClose} />
    </Modal>
  );
}

/** Upload or paste, preview the result, then import. */
function Steps({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('conversions');
  const [csv, setCsv] = useState('');
  const [report, setReport] = useState<ImportReport>();
  const write = useImport();
  const field = useId();
  const run = (dryRun: boolean) =>
    write.mutate(
      { csv, dry_run: dryRun },
      {
        onSuccess: (answer) => {
          if (dryRun) return setReport(answer);
          toast(t('import.done', { count: answer.ok }));
          onDone();
        },
      },
    );
  return (
    <div className={css.part}>
      {write.error && (
        <Banner kind="danger" role="alert">
          {firstFieldProblem(write.error)}
        </Banner>
      )}
      {report ? (
        <>
          <Report report={report} />
          <DialogActions>
            <Button onClick={() => setReport(undefined)}>{t('import.back')}</Button>
            <Button variant="primary" disabled={report.ok === 0} loading={write.isPending} onClick={() => run(false)}>
              {t('import.run', { count: report.ok })}
            </Button>
          </DialogActions>
        </>
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
            placeholder={'click_id,type,status,payout,currency,txid'}
            onChange={(event) => setCsv(event.target.value)}
          />
          <DialogActions>
            <Button variant="primary" disabled={csv.trim() === ''} loading={write.isPending} onClick={() => run(true)}>
              {t('import.check')}
            </Button>
          </DialogActions>
        </>
      )}
    </div>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const bad = report.rows - report.ok;
  const download = () => saveFile(new Blob([report.bad_rows_csv], { type: 'text/csv;charset=utf-8' }), 'bad-rows.csv');
  return (
    <>
      <ul className={css.totals}>
        {(['ok', 'duplicate', 'unknown_click', 'bad_row'] as const).map((verdict) => (
          <li key={verdict}>
            {t(`import.verdict.${verdict}`)}: <strong>{formatInteger(language, report[verdict])}</strong>
          </li>
        ))}
      </ul>
      {report.examples.slice(0, 10).map(({ line, reason, text }) => (
        <p key={line} className={css.raw}>
          {t('import.line', { line })}: {t(`import.reason.${reason}`, reason)} — {text}
        </p>
      ))}
      {bad > 0 && (
        <div>
          <Button size="sm" onClick={download}>
            {t('import.download', { count: bad })}
          </Button>
        </div>
      )}
    </>
  );
}
