import type { ImportReport } from '@poklik/contract/conversions';
import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../api/download.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import fieldCss from '../../ui/form/field.module.css';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
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
          <FileButton onText={setCsv} />
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

/** Replaces the native file input, which uses the browser's language. */
function FileButton({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation('conversions');
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const take = async (file: File) => {
    setName(file.name);
    onText(await file.text());
  };
  return (
    <div className={css.file}>
      <Button icon={<FileUp size={16} strokeWidth={1.75} aria-hidden />} onClick={() => input.current?.click()}>
        {t('import.file')}
      </Button>
      <span role="status">{name}</span>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void take(file);
          // Allows choosing the same file again after a correction.
          target.value = '';
        }}
      />
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
