import type { CampaignOptions } from '@poklik/contract/campaign-options';
import { type CampaignSettings, DEDUPE_MODES } from '@poklik/contract/campaigns';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../../ui/copy/copy-field.tsx';
import { CheckboxField } from '../../../../ui/form/checkbox-field.tsx';
import { SelectField } from '../../../../ui/form/select-field.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { wholeNumber } from '../../../../ui/form/written-values.ts';
import { OutgoingPostbacks } from '../outgoing/outgoing-postbacks.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import css from './fields.module.css';
import { FormSection } from './form-section.tsx';
import { NetworkField } from './network-field.tsx';

const ADDRESS_MAX = 64;

/** Splits addresses; overlong ones are cut and rejected by validation. */
const addressesOf = (written: string): string[] =>
  written
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((address) => address.slice(0, ADDRESS_MAX));

interface PostbacksSectionProps {
  /** Exists once the campaign is saved. */
  postbackUrl?: string | undefined;
  sources: CampaignOptions['traffic_sources'];
  networks: CampaignOptions['networks'];
  connections: CampaignOptions['connections'];
}

export function PostbacksSection({ postbackUrl, sources, networks, connections }: PostbacksSectionProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const [days, mode] = useWatch({ control, name: ['attribution_days', 'dedupe_mode'] });
  return (
    <FormSection
      id="postbacks"
      summary={`${t('form.window', { count: Number(days) || 0 })} · ${t('form.dedupe_mode')}: ${t(`form.dedupe.${mode}`)}`}
    >
      {postbackUrl ? (
        <CopyField label={t('result.postback_url')} value={postbackUrl} />
      ) : (
        <p className={css.text}>{t('form.postback_later')}</p>
      )}
      <NetworkField networks={networks} />
      <div className={css.pair}>
        <TextField
          name="attribution_days"
          label={t('form.attribution_days')}
          hint={t('form.attribution_hint')}
          read={wholeNumber}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          name="dedupe_mode"
          label={t('form.dedupe_mode')}
          hint={t(`form.dedupe_text.${mode}`)}
          options={DEDUPE_MODES.map((each) => ({ value: each, label: t(`form.dedupe.${each}`) }))}
        />
      </div>
      <TextField
        name="postback_ips"
        label={t('form.postback_ips')}
        hint={t('form.postback_ips_hint')}
        read={addressesOf}
        autoComplete="off"
        spellCheck={false}
      />
      <CheckboxField name="postback_signed" label={t('form.postback_signed')} />
      <OutgoingPostbacks sources={sources} />
      <ConnectionFields connections={connections} />
    </FormSection>
  );
}
