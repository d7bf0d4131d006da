import {
  GUIDE_BODY_MAX,
  GUIDE_TITLE_MAX,
  INSTRUCTION_CATEGORIES,
  type Instruction,
  InstructionBody,
  PLACEHOLDERS,
} from '@poklik/contract/instructions';
import { LANGUAGES, type Language } from '@poklik/contract/language';
import { guideLanguage } from '@poklik/domain/instructions/guide-text';
import { slugify } from '@poklik/domain/instructions/slug';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Tabs } from '../../ui/choice/tabs.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved/use-unsaved-guard.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { toast } from '../../ui/toast/toast.ts';
import css from './instruction-form.module.css';
import { useSaveInstruction } from './instructions.queries.ts';

const EMPTY: InstructionBody = {
  slug: '',
  category: 'quickstart',
  title: { ua: '', ru: '', en: '' },
  body: { ua: '', ru: '', en: '' },
  has_check: false,
  is_published: false,
};

const valuesOf = ({ slug, category, title, body, has_check, is_published }: InstructionBody): InstructionBody => ({
  slug,
  category,
  title: { ...title },
  body: { ...body },
  has_check,
  is_published,
});

export function InstructionForm({ guide }: { guide: Instruction | null }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const navigate = useNavigate();
  const save = useSaveInstruction(guide?.id);
  const form = useZodForm(InstructionBody, { defaultValues: valuesOf(guide ?? EMPTY) });
  const [tab, setTab] = useState<Language>(guide ? guideLanguage(guide, 'ua') : 'ua');
  const [left, setLeft] = useState<string>();

  const submit = async (values: InstructionBody) => {
    const saved = await save(values);
    form.reset(valuesOf(saved));
    toast(t(saved.is_published ? 'editor.published' : 'editor.saved_draft'));
    setLeft(saved.slug);
  };
  const guard = useUnsavedGuard({
    dirty: form.formState.isDirty && left === undefined,
    save: async () => {
      let saved = false;
      await form.handleSubmit(async (values) => {
        await submit(values);
        saved = true;
      })();
      return saved;
    },
  });
  // Navigates once the form is clean, to skip the unsaved-changes prompt.
  useEffect(() => {
    if (left !== undefined) void navigate(`${localizedPath(paths.instructions)}?guide=${left}`);
  }, [left, navigate, localizedPath]);

  /** Fields on hidden tabs can't be focused, so their tab opens first. */
  const showRefused = ([first = '']: string[]) => {
    const language = LANGUAGES.find((code) => first.endsWith(`.${code}`));
    if (!language || language === tab) return;
    setTab(language);
    setTimeout(() => form.setFocus(first as 'title.ua'));
  };

  return (
    <Form form={form} onSubmit={submit} onRefused={showRefused}>
      <FormError />
      <Tabs
        label={t('editor.languages')}
        value={tab}
        onChange={setTab}
        tabs={LANGUAGES.map((language) => ({
          id: language,
          label: t(`editor.language_${language}`),
          panel: <LanguageFields language={language} />,
        }))}
      />
      <div className={css.settings}>
        <SlugField isNew={guide === null} />
        <SelectField
          name="category"
          label={t('editor.category')}
          options={INSTRUCTION_CATEGORIES.map((category) => ({ value: category, label: t(`categories.${category}`) }))}
        />
      </div>
      <CheckboxField name="has_check" label={t('editor.has_check')} />
      <CheckboxField name="is_published" label={t('editor.is_published')} />
      <div className={css.actions}>
        <SubmitButton>{t('editor.save')}</SubmitButton>
        <ButtonLink to={localizedPath(paths.instructions)} variant="ghost">
          {t('editor.back')}
        </ButtonLink>
      </div>
      <UnsavedDialog guard={guard} />
    </Form>
  );
}

function LanguageFields({ language }: { language: Language }) {
  const { t } = useTranslation('instructions');
  const body: string = useWatch({ name: `body.${language}` });
  return (
    <div className={css.language}>
      <div className={css.source}>
        <TextField
          name={`title.${language}`}
          label={t('editor.title')}
          maxLength={GUIDE_TITLE_MAX}
          autoComplete="off"
        />
        <TextareaField
          name={`body.${language}`}
          label={t('editor.body')}
          hint={t('editor.body_hint', { placeholders: PLACEHOLDERS.map((name) => `{{${name}}}`).join(' ') })}
          limit={GUIDE_BODY_MAX}
          rows={20}
          spellCheck
        />
      </div>
      <section className={css.preview} aria-label={t('editor.preview')}>
        <p className={css.label}>{t('editor.preview')}</p>
        {body.trim() === '' ? (
          <p className={css.nothing}>{t('editor.preview_empty')}</p>
        ) : (
          <Markdown text={body} topLevel={3} />
        )}
      </section>
    </div>
  );
}

/** The slug follows the title until it is edited. */
function SlugField({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('instructions');
  const { setValue, getValues } = useFormContext<InstructionBody>();
  const [en, ua, ru] = useWatch({ name: ['title.en', 'title.ua', 'title.ru'] }) as string[];
  const [proposed, setProposed] = useState('');
  useEffect(() => {
    if (!isNew || getValues('slug') !== proposed) return;
    const next = slugify(en || ua || ru || '');
    if (next === proposed) return;
    setProposed(next);
    setValue('slug', next);
  }, [isNew, en, ua, ru, proposed, getValues, setValue]);
  return <TextField name="slug" label={t('editor.slug')} hint={t('editor.slug_hint')} autoComplete="off" />;
}
