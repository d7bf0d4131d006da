import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/choice/select.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './offers.module.css';

interface ReplaceDialogProps {
  thing: { id: number; name: string };
  /** Places that need a replacement. */
  uses: number;
  texts: { title: string; unused: string; used: string; placeholder: string; done: string };
  useOptions: (chosen: number | null) => {
    options: readonly { id: number; name: string }[];
    onSearch: (text: string) => void;
  };
  onArchive: (replacementId: number | null) => Promise<unknown>;
  onClose: () => void;
}

const FIELD = 'archive-replacement';

/** Archives an offer or a lander; one that is used needs another in its place. */
export function ReplaceDialog({ thing, uses, texts, useOptions, onArchive, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation('offers');
  const { t: control } = useTranslation('select');
  const [replacementId, setReplacementId] = useState<number | null>(null);
  const { options, onSearch } = useOptions(replacementId);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.title}
      confirmLabel={t('archive')}
      cancelLabel={control('cancel')}
      danger
      onConfirm={async () => {
        await onArchive(replacementId);
        toast(texts.done);
      }}
    >
      <div className={css.part}>
        <p className={css.line}>{uses === 0 ? texts.unused : texts.used}</p>
        {uses > 0 && (
          <Field id={FIELD} label={t('archive_dialog.replacement')} error={undefined}>
            <Select
              id={FIELD}
              value={replacementId === null ? null : String(replacementId)}
              onChange={(value) => setReplacementId(value === null ? null : Number(value))}
              options={options
                .filter(({ id }) => id !== thing.id)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              placeholder={texts.placeholder}
              searchable
              clearable
              onSearch={onSearch}
            />
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}
