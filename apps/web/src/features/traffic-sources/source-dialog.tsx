import { OUTGOING_METHODS } from '@poklik/contract/outgoing-request';
import { type TrafficSource, TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { NO_TEMPLATE } from '@poklik/domain/traffic-sources/source-template';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { orNull } from '../../ui/form/written-values.ts';
import { toast } from '../../ui/toast/toast.ts';
import { SourceFields } from '../../widgets/source-fields/source-fields.tsx';
import { useSaveSource } from './traffic-sources.queries.ts';

/** A template to edit, or `new`. */
export type EditedSource = TrafficSource | 'new';

export function SourceDialog({ source, onClose }: { source: EditedSource | null; onClose: () => void }) {
  const { t } = useTranslation('traffic_sources');
  return (
    <Modal
      opened={source !== null}
      onClose={onClose}
      title={source === 'new' ? t('add') : t('edit_title', { name: source?.name ?? '' })}
      wide
      closeOnClickOutside={false}
    >
      {source && <SourceForm source={source} onDone={onClose} />}
    </Modal>
  );
}

const NEW: TrafficSourceBody = {
  ...NO_TEMPLATE,
  ...{ name: '', docs_url: null, outgoing_url: null, outgoing_method: 'GET', notes: '', is_hidden: false },
};

function SourceForm({ source, onDone }: { source: EditedSource; onDone: () => void }) {
  const { t } = useTranslation('traffic_sources');
  const { t: control } = useTranslation('select');
  const edited = source === 'new' ? NEW : source;
  const form = useZodForm(TrafficSourceBody, { defaultValues: edited });
  const params = useFieldArray({ control: form.control as never, name: 'params' as never });
  const save = useSaveSource(source === 'new' ? undefined : source.id);
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await save(body);
        toast(t('saved'));
        onDone();
      }}
    >
      <FormError />
      <TextField name="name" label={t('name')} autoComplete="off" required />
      <TextField name="docs_url" label={t('docs_url')} read={orNull} inputMode="url" autoComplete="off" />
      <SourceFields params={params as never} />
      <TextField
        name="outgoing_url"
        label={t('outgoing_url')}
        hint={t('outgoing_hint')}
        read={orNull}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        name="outgoing_method"
        label={t('outgoing_method')}
        options={OUTGOING_METHODS.map((method) => ({ value: method, label: method }))}
      />
      <TextareaField name="notes" label={t('notes')} limit={1000} rows={3} />
      <CheckboxField name="is_hidden" label={t('hidden_label')} />
      <DialogActions>
        <SubmitButton>{control('save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
