import { type CampaignImportReport, FILE_BYTES_MAX, type FileFormat } from '@poklik/contract/campaign-files';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/api-error.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FileButton } from '../../../../ui/choice/file-button.tsx';
import { DialogActions } from '../../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import fieldCss from '../../../../ui/form/field.module.css';
import { toast } from '../../../../ui/toast/toast.ts';
import css from './bulk.module.css';
import { useImportFile } from './files.queries.ts';
import { ImportReport } from './import-report.tsx';

export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('campaign_bulk');
  return (
    <Modal opened={opened} onClose={onClose} title={t('files.title')} wide closeOnClickOutside={false}>
      <Steps onDone={onClose} />
    </Modal>
  );
}

const ACCEPT = '.json,.csv,application/json,text/csv,text/plain';

/** A JSON document starts with a brace; everything else is read as CSV. */
const formatOf = (text: string): FileFormat => (/^\uFEFF?\s*[{[]/.test(text) ? 'json' : 'csv');
const writes = ({ counts }: CampaignImportReport): number => counts.create + counts.update;

/** Drop, choose or paste; preview; import. */
function Steps({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('campaign_bulk');
  const [text, setText] = useState('');
  const [report, setReport] = useState<CampaignImportReport | null>(null);
  const write = useImportFile();
  const isTooLarge = new Blob([text]).size > FILE_BYTES_MAX;
  const run = (preview: boolean) =>
    write.mutate(
      { format: formatOf(text), text, dry_run: preview, ...(report && { token: report.token }) },
      {
        onSuccess: (answer) => {
          if (preview) return setReport(answer);
          toast(t('files.done', { count: writes(answer) }));
          const conflicts = answer.campaigns
            .filter(({ reason }) => reason === 'conflict')
            .map(({ name }) => `«${name}»`);
          if (conflicts.length > 0) toast(t('skipped', { campaigns: conflicts.join(', ') }), { kind: 'problem' });
          onDone();
        },
      },
    );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void file.text().then(setText);
  };
  const problem =
    write.error && (write.error instanceof ApiError ? Object.values(write.error.fields).flat()[0] : undefined);
  return (
    <form
      className={css.steps}
      onDragOver={(event) => event.preventDefault()}
      onDrop={report ? undefined : drop}
      onSubmit={(event) => {
        event.preventDefault();
        if (!write.isPending) run(report === null);
      }}
    >
      {write.error && (
        <Banner kind="danger" role="alert">
          {problem ?? write.error.message}
        </Banner>
      )}
      {isTooLarge && (
        <Banner kind="danger" role="alert">
          {t('files.too_large')}
        </Banner>
      )}
      {report ? <ImportReport report={report} /> : <FileInput text={text} onText={setText} />}
      <DialogActions>
        {report && (
          <Button
            onClick={() => {
              write.reset();
              setReport(null);
            }}
          >
            {t('back')}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          loading={write.isPending}
          disabled={report ? writes(report) === 0 : text.trim() === '' || isTooLarge}
        >
          {report ? t('files.run', { count: writes(report) }) : t('preview')}
        </Button>
      </DialogActions>
    </form>
  );
}

function FileInput({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation('campaign_bulk');
  const field = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  return (
    <>
      <label htmlFor={field}>{t('files.hint')}</label>
      <FileButton label={t('files.choose')} accept={ACCEPT} onText={onText} />
      <textarea
        ref={area}
        id={field}
        rows={8}
        className={`${fieldCss.control} ${css.text}`}
        value={text}
        spellCheck={false}
        placeholder="campaign,default_url,rule,conditions,place,url,offer,lander,weight"
        onChange={(event) => onText(event.target.value)}
      />
    </>
  );
}
