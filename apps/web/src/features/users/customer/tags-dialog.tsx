import { CustomerTagsForm, splitTags, TAG_MAX, TAGS_MAX } from '@poklik/contract/customers';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextareaField } from '../../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import css from '../users-page.module.css';
import { useSetTags } from './customer.queries.ts';
import type { CustomerUser } from './tab-props.ts';

interface TagsDialogProps {
  user: CustomerUser;
  opened: boolean;
  onClose: () => void;
}

export function TagsDialog({ user, opened, onClose }: TagsDialogProps) {
  const { t } = useTranslation('customers');
  const { t: control } = useTranslation('select');
  const save = useSetTags(user.id);
  const form = useZodForm(CustomerTagsForm, { defaultValues: { tags: (user.customer?.tags ?? []).join(', ') } });
  return (
    <Modal opened={opened} onClose={onClose} title={t('tags.title', { email: user.owner.email })}>
      <Form
        form={form}
        onSubmit={async ({ tags }) => {
          await save.mutateAsync(splitTags(tags));
          onClose();
        }}
      >
        <div className={css.assign}>
          <TextareaField
            name="tags"
            label={t('tags.label')}
            hint={t('tags.hint', { max: TAGS_MAX, chars: TAG_MAX })}
            rows={2}
            data-autofocus
          />
          <FormError />
          <DialogActions>
            <Button type="button" onClick={onClose}>
              {control('cancel')}
            </Button>
            <SubmitButton>{t('tags.save')}</SubmitButton>
          </DialogActions>
        </div>
      </Form>
    </Modal>
  );
}
