import type { CampaignSettings } from '@poklik/contract/campaigns';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { UrlField } from '../../../../widgets/campaigns/url-field.tsx';
import { FormSection } from '../sections/form-section.tsx';
import { DestinationList } from './destination-list.tsx';
import css from './destinations-section.module.css';

export function DestinationsSection() {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const url = useWatch({ control, name: 'default_url' });
  const count = useWatch({ control, name: 'destinations' }).length;
  return (
    <FormSection id="destinations" summary={url}>
      <UrlField name="default_url" label={t('form.default_url')} hint={t('form.default_url_hint')} required />
      <div className={css.rotation}>
        <h3 className={css.title}>{t('form.rotation')}</h3>
        <p className={css.text}>{t(count === 0 ? 'form.rotation_none' : 'form.rotation_text')}</p>
        <DestinationList name="destinations" atLeast={0} />
      </div>
      <CheckboxField name="sticky" label={t('form.sticky')} />
      <CheckboxField name="forward_query" label={t('form.forward_query')} />
      <CheckboxField
        name="routing_page_query"
        label={t('form.routing_page_query')}
        hint={t('form.routing_page_query_hint')}
      />
    </FormSection>
  );
}
