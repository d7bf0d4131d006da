import { LANGUAGES } from '@poklik/contract/language';
import {
  LEGAL_NOTICE_DAYS,
  LEGAL_TEXT_MAX,
  type LegalDocument,
  type LegalEdition,
  LegalPublication,
  type LegalSlug,
} from '@poklik/contract/legal';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { TextareaField } from '../../../ui/form/textarea-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import css from '../profile-page.module.css';
import { documentQuery, usePublish } from './service.queries.ts';

interface PublishDialogProps {
  slug: LegalSlug;
  latest: LegalEdition | undefined;
  onClose: () => void;
}

/** A new version begins with the texts of the latest one. */
export function PublishDialog({ slug, latest, onClose }: PublishDialogProps) {
  const { t } = useTranslation('service');
  const { data: document } = useQuery({
    ...documentQuery(slug, latest?.version ?? 0),
    enabled: latest !== undefined,
  });
  return (
    <Modal
      opened
      wide
      onClose={onClose}
      title={t('legal.publish_title', { name: t(`legal.slug.${slug}`) })}
      closeOnClickOutside={false}
    >
      {latest !== undefined && !document ? (
        <PageLoader />
      ) : (
        <PublishForm slug={slug} document={document} onClose={onClose} />
      )}
    </Modal>
  );
}

const EMPTY = { title: '', text: '' };

interface PublishFormProps {
  slug: LegalSlug;
  document: LegalDocument | undefined;
  onClose: () => void;
}

function PublishForm({ slug, document, onClose }: PublishFormProps) {
  const { t } = useTranslation('service');
  const publish = usePublish();
  const form = useZodForm(LegalPublication, {
    defaultValues: { texts: document?.texts ?? { ua: EMPTY, ru: EMPTY, en: EMPTY }, needs_acceptance: true },
  });
  return (
    <Form
      form={form}
      onSubmit={async (body) => {
        await publish.mutateAsync({ slug, version: document?.version ?? 0, ...body });
        onClose();
      }}
    >
      <FormError />
      <Banner kind="info">
        {document ? t('legal.notice', { count: LEGAL_NOTICE_DAYS }) : t('legal.first')} {t('legal.stays')}
      </Banner>
      {LANGUAGES.map((language) => (
        <div key={language} className={css.stack}>
          <TextField name={`texts.${language}.title`} label={t(`legal.heading.${language}`)} autoComplete="off" />
          <TextareaField
            name={`texts.${language}.text`}
            label={t(`legal.body.${language}`)}
            hint={t('legal.markdown')}
            rows={6}
            limit={LEGAL_TEXT_MAX}
          />
        </div>
      ))}
      <CheckboxField name="needs_acceptance" label={t('legal.needs_acceptance')} hint={t('legal.needs_hint')} />
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <SubmitButton>{t('legal.publish')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
