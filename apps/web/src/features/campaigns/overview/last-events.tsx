import type { Campaign } from '@poklik/contract/campaigns';
import type { Click } from '@poklik/contract/clicks';
import type { Postback } from '@poklik/contract/conversions';
import { DEVICES, UNKNOWN_COUNTRY } from '@poklik/contract/routing';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCountry } from '../../../format/display-names.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DateTime } from '../../../widgets/date-time.tsx';
import { PostbackResultBadge } from '../../../widgets/postback-result-badge.tsx';
import css from './last-events.module.css';
import { useLastClicks, useLastPostbacks } from './overview.queries.ts';
import { QuerySection } from './query-section.tsx';

const HEIGHT = 320;

/** The latest clicks; each opens its details in the tab of all clicks. */
export function LastClicks({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign_home');
  const query = useLastClicks(campaign.id);
  return (
    <QuerySection
      title={t('last.clicks')}
      query={query}
      height={HEIGHT}
      action={<Link to={{ search: '?tab=clicks' }}>{t('last.all_clicks')}</Link>}
    >
      {(clicks) =>
        clicks.length === 0 ? (
          <p className={css.empty}>{t('last.no_clicks')}</p>
        ) : (
          <ul className={css.list}>
            {clicks.map((click) => (
              <ClickLine key={click.click_id} click={click} />
            ))}
          </ul>
        )
      }
    </QuerySection>
  );
}

function ClickLine({ click }: { click: Click }) {
  const { t } = useTranslation(['conversions', 'campaigns']);
  const language = useLanguage();
  const { verdict, is_bot: isBot, country, rule } = click;
  const device = DEVICES.find((each) => each === click.device);
  return (
    <li>
      <Link className={css.line} to={{ search: `?${new URLSearchParams({ tab: 'clicks', id: click.click_id })}` }}>
        <DateTime iso={click.at} />
        <span className={css.what}>
          {[
            country === UNKNOWN_COUNTRY ? t('campaigns:rules.unknown_country') : formatCountry(language, country),
            ...(device ? [t(`conversions:device.${device}`)] : []),
            rule === 0 ? t('clicks.default') : t('clicks.rule_number', { rule }),
          ].join(' · ')}
        </span>
        <Badge
          kind={verdict === 'counted' && !isBot ? 'success' : 'neutral'}
          shape={isBot ? 'ring' : verdict === 'counted' ? 'check' : 'cross'}
        >
          {t(isBot ? 'clicks.bot' : `click_verdict.${verdict}`)}
        </Badge>
      </Link>
    </li>
  );
}

/** The latest postbacks with their results. */
export function LastPostbacks({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign_home');
  const query = useLastPostbacks(campaign.id);
  return (
    <QuerySection
      title={t('last.postbacks')}
      query={query}
      height={HEIGHT}
      action={<Link to={{ search: '?tab=postbacks' }}>{t('last.all_postbacks')}</Link>}
    >
      {(postbacks) =>
        postbacks.length === 0 ? (
          <p className={css.empty}>{t('last.no_postbacks')}</p>
        ) : (
          <ul className={css.list}>
            {postbacks.map((postback) => (
              <PostbackLine key={postback.id} postback={postback} />
            ))}
          </ul>
        )
      }
    </QuerySection>
  );
}

function PostbackLine({ postback }: { postback: Postback }) {
  const { id, click_id: clickId, received_at: at, method, verdict } = postback;
  const target = new URLSearchParams({ tab: 'postbacks', ...(clickId && { search: clickId }) });
  return (
    <li>
      <Link className={css.line} to={{ search: `?${target}` }}>
        <DateTime iso={at} />
        <code className={css.what}>
          {method} {clickId || id}
        </code>
        <PostbackResultBadge verdict={verdict} />
      </Link>
    </li>
  );
}
