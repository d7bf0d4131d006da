import type { CampaignEntry } from '@poklik/contract/campaign-entry';
import type { Campaign, CampaignSettings } from '@poklik/contract/campaigns';
import { parallelTemplate, urlSuffix } from '@poklik/domain/campaigns/campaign-links';
import { landingSnippet } from '@poklik/domain/pages/landing-snippet';
import { listLanderIds } from '@poklik/domain/routing/targets';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CodeSnippet } from '../../../../ui/copy/code-snippet.tsx';
import { CopyField } from '../../../../ui/copy/copy-field.tsx';
import { useLiveLanders } from '../../../../widgets/landers/use-live-landers.ts';

interface TrackingCodeProps {
  campaign: Campaign;
  entry: Exclude<CampaignEntry, 'redirect'>;
}

/** The code of each page, and for parallel tracking what the traffic source is told. */
export function TrackingCode({ campaign: { tracking_url, key }, entry }: TrackingCodeProps) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const [params, external_id_param, external_id_macro] = useWatch({
    control,
    name: ['params', 'external_id_param', 'external_id_macro'],
  });
  const publicUrl = tracking_url.slice(0, tracking_url.indexOf(`/c/${key}`));
  const suffix = urlSuffix({ params, external_id_param, external_id_macro });
  return (
    <>
      {entry === 'parallel' && (
        <>
          <CopyField label={t('form.parallel_template')} value={parallelTemplate(publicUrl, key)} />
          {suffix !== '' && <CopyField label={t('form.url_suffix')} value={suffix} />}
        </>
      )}
      <PageCodes publicUrl={publicUrl} campaignKey={key} />
    </>
  );
}

/** A page that is a lander has a code of its own. */
function PageCodes({ publicUrl, campaignKey }: { publicUrl: string; campaignKey: string }) {
  const { t } = useTranslation('campaigns');
  const { control } = useFormContext<CampaignSettings>();
  const [destinations, rules] = useWatch({ control, name: ['destinations', 'rules'] });
  const draft = { destinations, rules };
  const findLander = useLiveLanders(draft);
  const landers = listLanderIds(draft)
    .flatMap((id) => findLander(id) ?? [])
    .filter((lander) => lander.key !== '');
  if (landers.length === 0)
    return (
      <CodeSnippet
        label={t('form.page_code')}
        text={t('form.page_code_text')}
        code={landingSnippet(publicUrl, { campaign: campaignKey })}
      />
    );
  return landers.map((lander) => (
    <CodeSnippet
      key={lander.id}
      label={t('form.lander_code', { name: lander.name })}
      text={t('form.page_code_text')}
      code={landingSnippet(publicUrl, { campaign: campaignKey, lander: lander.key })}
    />
  ));
}
