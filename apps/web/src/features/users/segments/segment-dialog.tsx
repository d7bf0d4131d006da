import type { CustomerFilter } from '@poklik/contract/customers';
import { NewSegment, type Segment } from '@poklik/contract/segments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import css from '../users-page.module.css';
import { FilterText } from './filter-text.tsx';
import { useSaveSegment } from './segments.queries.ts';

interface SegmentDialogProps {
  /** The segment that is open; undefined for a new one. */
  segment: Segment | undefined;
  filter: CustomerFilter;
  opened: boolean;
  onClose: () => void;
}

/** Names a filter. An opened segment can take the changed filter instead of becoming a second one. */
export function SegmentDialog({ segment, filter, opened, onClose }: SegmentDialogProps) {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  const save = useSaveSegment();
  const [isNew, setNew] = useState(false);
  const form = useZodForm(NewSegment, { defaultValues: { name: segment?.name ?? '', filter } });
  return (
    <Modal opened={opened} onClose={onClose} title={t('segments.dialog')}>
      <Form
        form={form}
        onSubmit={async (body) => {
          await save.mutateAsync({ id: segment && !isNew ? segment.id : null, body });
          toast(t('segments.saved', { name: body.name }));
          onClose();
        }}
      >
        <div className={css.assign}>
          <p>
            <FilterText filter={filter} />
          </p>
          <TextField name="name" label={t('segments.name')} required maxLength={64} autoComplete="off" data-autofocus />
          {segment && (
            <label className={css.option}>
              <input type="checkbox" checked={isNew} onChange={({ target }) => setNew(target.checked)} />
              <span>{t('segments.as_new', { name: segment.name })}</span>
            </label>
          )}
          <FormError />
          <DialogActions>
            <Button type="button" onClick={onClose}>
              {control('cancel')}
            </Button>
            <SubmitButton>{t('segments.save')}</SubmitButton>
          </DialogActions>
        </div>
      </Form>
    </Modal>
  );
}
