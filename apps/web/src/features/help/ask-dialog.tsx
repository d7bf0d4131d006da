import {
  HELP_OBJECT_KINDS,
  HELP_SUBJECT_MAX,
  HELP_TEXT_MAX,
  type HelpObjectKind,
  HelpRequestForm,
} from '@poklik/contract/help';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { FilesField } from './files-field.tsx';
import { useAskForHelp } from './help.queries.ts';
import { ObjectFields } from './object-fields.tsx';
import { toNewFiles, useFiles } from './use-files.ts';

interface AskDialogProps {
  /** From the URL: what the user was looking at. */
  about: string;
  object: string;
  onClose: () => void;
}

export function AskDialog({ onClose, ...prefilled }: AskDialogProps) {
  const { t } = useTranslation('help');
  const [typed, setTyped] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('ask')} wide closeOnClickOutside={!typed} closeOnEscape={!typed}>
      <AskForm {...prefilled} onTyped={() => setTyped(true)} />
    </Modal>
  );
}

function AskForm({ about, object, onTyped }: Omit<AskDialogProps, 'onClose'> & { onTyped: () => void }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const ask = useAskForHelp();
  const files = useFiles();
  const kind = HELP_OBJECT_KINDS.find((each) => each === about);
  const form = useZodForm(HelpRequestForm, {
    defaultValues: { subject: '', about: kind ?? 'nothing', object: kind ? object : '', text: '' },
  });
  return (
    <div onInput={onTyped}>
      <Form
        form={form}
        onSubmit={async (values) => {
          const { data } = await ask.mutateAsync({
            ...{ subject: values.subject, text: values.text, files: toNewFiles(files) },
            object: toObject(values.about, values.object),
          });
          toast(t('sent'));
          void navigate(localizedPath(paths.helpRequest(data.id)), { replace: true });
        }}
      >
        <FormError />
        <TextField
          name="subject"
          label={t('column.subject')}
          required
          autoComplete="off"
          maxLength={HELP_SUBJECT_MAX}
          data-autofocus
        />
        <ObjectFields />
        <TextareaField name="text" label={t('text')} hint={t('text_hint')} required limit={HELP_TEXT_MAX} rows={6} />
        <FilesField chosen={files} />
        <DialogActions>
          <SubmitButton>{t('send')}</SubmitButton>
        </DialogActions>
      </Form>
    </div>
  );
}

const toObject = (kind: HelpObjectKind | 'nothing', id: string) =>
  kind === 'nothing' ? null : { kind, id: id.trim().toLowerCase() };
