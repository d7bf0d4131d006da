import type { Language } from '@poklik/contract/language';
import { MESSAGE_MAX, MESSAGE_MIN, type NotificationForm, TITLE_MAX } from '@poklik/contract/notifications';
import { FORM_LANGUAGES, languageState } from '@poklik/domain/notifications/new-notification';
import { useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Tabs } from '../../ui/choice/tabs.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { type ProblemError, problemText } from '../../ui/form/field-problem.ts';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { PlanField, SegmentField } from './audience-fields.tsx';
import { MoreFields } from './more-fields.tsx';
import css from './notification-create-modal.module.css';
import { AUDIENCES, type NotificationValues, useNotificationForm } from './use-notification-form.ts';

interface NotificationCreateModalProps {
  opened: boolean;
  onClose: () => void;
}

export function NotificationCreateModal({ opened, onClose }: NotificationCreateModalProps) {
  const { t } = useTranslation('notifications');
  const [typed, setTyped] = useState(false);
  const close = () => {
    setTyped(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('create_title')}
      wide
      closeOnClickOutside={!typed}
      closeOnEscape={!typed}
    >
      <CreateForm onDone={close} onTyped={setTyped} />
    </Modal>
  );
}

interface CreateFormProps {
  onDone: () => void;
  onTyped: (typed: boolean) => void;
}

function CreateForm({ onDone, onTyped }: CreateFormProps) {
  const { t } = useTranslation('notifications');
  const { form, submit } = useNotificationForm(onDone);
  const [tab, setTab] = useState<Language>('en');

  /** Fields on hidden tabs can't be focused, so their tab opens first. */
  const showRefused = ([first]: string[]) => {
    const language = FORM_LANGUAGES.find(({ title, message }) => title === first || message === first);
    if (!language || language.locale === tab) return;
    setTab(language.locale);
    setTimeout(() => form.setFocus(first as keyof NotificationForm));
  };

  return (
    <div onInput={() => onTyped(true)}>
      <Form form={form} onSubmit={submit} onRefused={showRefused}>
        <FirstProblem />
        <Tabs
          label={t('languages')}
          value={tab}
          onChange={setTab}
          tabs={FORM_LANGUAGES.map((language) => ({
            id: language.locale,
            label: <TabLabel locale={language.locale} />,
            panel: <LanguageFields {...language} />,
          }))}
        />
        <SelectField
          name="audience"
          label={t('audience')}
          options={AUDIENCES.map((audience) => ({ value: audience, label: t(`audience_${audience}`) }))}
        />
        <PlanField />
        <SegmentField />
        <MoreFields />
        <DialogActions>
          <SubmitButton>{t('send')}</SubmitButton>
        </DialogActions>
      </Form>
    </div>
  );
}

/** Warns that an incomplete language won't be sent. */
function TabLabel({ locale }: { locale: Language }) {
  const { t } = useTranslation('notifications');
  const form = useWatch() as NotificationForm;
  const isHalf = locale !== 'en' && languageState(form, locale) === 'half';
  return (
    <span className={css.tab}>
      {t(`language_${locale}`)}
      {isHalf && (
        <Badge kind="warning" shape="ring">
          {t('half_filled')}
        </Badge>
      )}
    </span>
  );
}

function LanguageFields({ locale, title, message }: (typeof FORM_LANGUAGES)[number]) {
  const { t } = useTranslation('notifications');
  const form = useWatch() as NotificationForm;
  const required = locale === 'en';
  return (
    <div className={css.fields}>
      {!required && languageState(form, locale) === 'half' && (
        <Banner kind="warning" role="status">
          {t('half_filled_text')}
        </Banner>
      )}
      <TextField
        name={title}
        label={t('form_title')}
        required={required}
        autoComplete="off"
        maxLength={TITLE_MAX}
        data-autofocus={required || undefined}
      />
      <TextareaField
        name={message}
        label={t('form_message')}
        hint={t('message_hint', { min: MESSAGE_MIN })}
        required={required}
        minLength={MESSAGE_MIN}
        limit={MESSAGE_MAX}
        rows={5}
      />
    </div>
  );
}

/** The form's error, or that of the first invalid field. */
function FirstProblem() {
  const { t } = useTranslation('errors');
  const { control } = useFormContext<NotificationValues>();
  const { errors, isSubmitted } = useFormState({ control });
  const fields = FORM_LANGUAGES.flatMap(({ title, message }) => [errors[title], errors[message]]);
  const problem = [errors.root, ...fields, errors.tariff_id, errors.segment_id, errors.starts_at, errors.ends_at].find(
    (error) => error?.type,
  ) as ProblemError | undefined;
  if (!problem || !isSubmitted) return null;
  return (
    <Banner kind="danger" role="alert">
      {problemText(problem, t)}
    </Banner>
  );
}
