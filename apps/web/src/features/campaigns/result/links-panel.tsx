import type { Campaign } from '@poklik/contract/campaigns';
import { landingSnippet } from '@poklik/domain/pages/landing-snippet';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../../api/current-user.ts';
import { CodeSnippet } from '../../../ui/copy/code-snippet.tsx';
import { CopyField } from '../../../ui/copy/copy-field.tsx';
import { LiveCheck } from '../../../widgets/onboarding/live-check.tsx';
import { LinkState } from './link-state.tsx';
import css from './links-panel.module.css';
import { TestClick } from './test-click.tsx';

const QrCode = lazy(() => import('../../../widgets/qr-code.tsx').then((module) => ({ default: module.QrCode })));

interface LinksPanelProps {
  campaign: Campaign;
  /** Short links, if the installation has tracking domains. */
  Aliases?: ComponentType<{ campaignId: number }> | undefined;
  /** Just created. */
  isNew: boolean;
  /** Its link was copied. */
  isCopied: boolean;
  hasWritePermission: boolean;
  onActivated: (campaign: Campaign) => void;
}

/** The tracker's base URL. */
const publicUrlOf = ({ tracking_url, key }: Campaign): string =>
  tracking_url.slice(0, tracking_url.indexOf(`/c/${key}`));

/** Tracking link, postback URL and code for pages. */
export function LinksPanel({ campaign, Aliases, isNew, isCopied, ...activation }: LinksPanelProps) {
  const { t } = useTranslation('campaigns');
  const publicUrl = publicUrlOf(campaign);
  /** The live check needs permission to add conversions. */
  const canCheck = hasPermission(useCurrentUser(), 'conversions:write');
  return (
    <div className={css.panel}>
      <LinkState campaign={campaign} created={isNew && (isCopied ? 'created_copied' : 'created')} {...activation} />
      <section className={css.card}>
        <h2 className={css.title}>{t('result.tracking_title')}</h2>
        <p className={css.text}>{t('result.tracking_text')}</p>
        <div className={css.link}>
          <div className={css.fields}>
            <CopyField label={t('result.tracking_url')} value={campaign.tracking_url} />
            <CopyField label={t('result.transparency_url')} value={`${publicUrl}/c/${campaign.key}+`} />
            {!canCheck && <TestClick campaign={campaign} publicUrl={publicUrl} />}
          </div>
          <Suspense fallback={<div className={css.waiting} />}>
            <QrCode
              text={campaign.tracking_url}
              name={campaign.key}
              label={t('result.qr')}
              downloadLabel={t('result.qr_download')}
            />
          </Suspense>
        </div>
      </section>
      {Aliases && (
        <Suspense>
          <Aliases campaignId={campaign.id} />
        </Suspense>
      )}
      <section className={css.card}>
        <h2 className={css.title}>{t('result.postback_title')}</h2>
        <p className={css.text}>{t('result.postback_text')}</p>
        <CopyField label={t('result.postback_url')} value={campaign.postback_url} />
        {canCheck && <LiveCheck campaign={campaign} />}
      </section>
      <section className={css.card}>
        <h2 className={css.title}>{t('result.pages_title')}</h2>
        <CodeSnippet
          label={t('result.script')}
          text={t('result.script_text')}
          code={landingSnippet(publicUrl, { campaign: campaign.key })}
        />
        <CodeSnippet
          label={t('result.pixel')}
          text={t('result.pixel_text')}
          code={`<img src="${publicUrl}/i/${campaign.key}.gif" width="1" height="1" alt="">`}
        />
      </section>
    </div>
  );
}
