import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import css from './save-bar.module.css';

interface SaveBarProps {
  isNew: boolean;
  onDraft: () => void;
  onDiscard: () => void;
}

/** Always visible for a new campaign, otherwise only with unsaved changes. */
export function SaveBar({ isNew, onDraft, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const narrow = useNarrow();
  const { isDirty, isSubmitting } = useFormState({ control });
  if (isNew) {
    return (
      <div className={css.bar}>
        <span className={css.keys}>{t('form.new_hint')}</span>
        {!narrow && (
          <Button disabled={isSubmitting} onClick={onDraft}>
            {t('form.create_draft')}
          </Button>
        )}
        <span className={css.main}>
          <SubmitButton>{t(narrow ? 'form.create_short' : 'form.create')}</SubmitButton>
        </span>
        {narrow && (
          <ActionsMenu label={t('form.more')} actions={[{ label: t('form.create_draft'), onSelect: onDraft }]} />
        )}
      </div>
    );
  }
  return (
    <div className={css.bar} data-hidden={!isDirty || undefined}>
      <span role="status" className={css.text}>
        {isDirty && t('form.unsaved')}
      </span>
      {isDirty && (
        <>
          <Button disabled={isSubmitting} onClick={onDiscard}>
            {t('form.discard')}
          </Button>
          <SubmitButton>{t('form.save')}</SubmitButton>
        </>
      )}
    </div>
  );
}
