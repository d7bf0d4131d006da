import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { CAMPAIGN_STATUSES } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { TextareaField } from '../../../../ui/form/textarea-field.tsx';
import { DomainFields } from '../domain-fields.tsx';
import { ChoiceField } from './choice-field.tsx';
import { FormSection } from './form-section.tsx';
import { TagsField } from './tags-field.tsx';

const NOTES_MAX = 2000;

interface BasicsSectionProps {
  tags: readonly string[];
  /** The button that creates a campaign decides its status. */
  isNew: boolean;
  domains: CampaignOptions['domains'];
}

export function BasicsSection({ tags, isNew, domains }: BasicsSectionProps) {
  const { t } = useTranslation('campaigns');
  return (
    <FormSection id="basics">
      <TextField name="name" label={t('form.name')} required autoComplete="off" />
      {!isNew && (
        <ChoiceField
          name="status"
          label={t('form.status')}
          choices={CAMPAIGN_STATUSES.map((status) => ({
            value: status,
            label: t(`form.statuses.${status}`),
            text: t(`form.status_text.${status}`),
          }))}
        />
      )}
      <TagsField name="tags" label={t('form.tags')} hint={t('form.tags_hint')} known={tags} />
      {domains.length > 0 && <DomainFields domains={domains} />}
      <TextareaField name="notes" label={t('form.notes')} limit={NOTES_MAX} rows={2} />
    </FormSection>
  );
}
