import { CAMPAIGN_ENTRIES } from '@poklik/contract/campaign-entry';
import type { Campaign, CampaignSettings } from '@poklik/contract/campaigns';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { ChoiceField } from '../sections/choice-field.tsx';
import css from '../sections/fields.module.css';
import { FormSection } from '../sections/form-section.tsx';
import { hostsOf } from './script-hosts.ts';
import { TrackingCode } from './tracking-code.tsx';

/** How clicks are made, and what to put on the pages that make them. */
export function TrackingSection({ campaign }: { campaign: Campaign | undefined }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const [entry, hosts] = useWatch({ control, name: ['entry', 'script_hosts'] });
  return (
    <FormSection id="tracking" summary={t(`form.entries.${entry}`)}>
      <ChoiceField
        name="entry"
        label={t('form.entry')}
        choices={CAMPAIGN_ENTRIES.map((each) => ({
          value: each,
          label: t(`form.entries.${each}`),
          text: t(`form.entry_text.${each}`),
        }))}
      />
      {entry !== 'redirect' && (
        <>
          <TextField
            name="script_hosts"
            label={t('form.script_hosts')}
            hint={t('form.script_hosts_hint')}
            placeholder="shop.example, www.shop.example"
            read={hostsOf}
            autoComplete="off"
            spellCheck={false}
          />
          {hosts.length === 0 && (
            <Banner kind="warning" role="status">
              {t('form.no_script_hosts')}
            </Banner>
          )}
          {campaign ? (
            <TrackingCode campaign={campaign} entry={entry} />
          ) : (
            <p className={css.text}>{t('form.code_later')}</p>
          )}
        </>
      )}
    </FormSection>
  );
}
