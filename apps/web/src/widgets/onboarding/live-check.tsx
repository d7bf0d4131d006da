import type { Campaign } from '@poklik/contract/campaigns';
import type { Click } from '@poklik/contract/clicks';
import { testUrl } from '@poklik/domain/campaigns/campaign-links';
import { Circle, CircleAlert, CircleCheck, ExternalLink, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import css from './live-check.module.css';
import { useTestClick, useTestPostback } from './use-live-check.ts';

const ID = 'live-check';
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const ICONS = { idle: Circle, waiting: LoaderCircle, done: CircleCheck, failed: CircleAlert };
type StepState = keyof typeof ICONS;

/** The last part of a guide: a real click and a real postback, each green once received. */
export function LiveCheck({ campaign }: { campaign: Campaign | null }) {
  const { t } = useTranslation('instructions');
  const user = useCurrentUser();
  const heading = useScrollToCheck(campaign !== null);
  const canTry = hasPermission(user, 'conversions:write');
  return (
    <section id={ID} className={css.check} aria-labelledby={`${ID}-title`}>
      <h3 id={`${ID}-title`} className={css.title} ref={heading} tabIndex={-1}>
        {t('check.title')}
      </h3>
      {!canTry && <p>{t('check.no_right')}</p>}
      {canTry && campaign === null && <p>{t('check.no_campaign')}</p>}
      {canTry && campaign && (
        <>
          <p>{t('check.intro', { name: campaign.name })}</p>
          {campaign.status === 'active' ? (
            <Steps key={campaign.id} campaign={campaign} />
          ) : (
            <NotActive campaign={campaign} />
          )}
        </>
      )}
    </section>
  );
}

/** Scrolls to the check when linked to it. */
function useScrollToCheck(isReady: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== `#${ID}` || !isReady) return;
    // Runs after the screen has scrolled to the top.
    const timer = setTimeout(() => {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [location, isReady]);
  return heading;
}

function NotActive({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  return (
    <p>
      {t('check.not_active')}{' '}
      <Link to={localizedPath(paths.campaignUpdate(campaign.id))}>{t('check.to_campaign')}</Link>
    </p>
  );
}

function Steps({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation(['instructions', 'select']);
  const localizedPath = useLocalizedPath();
  const test = useTestClick(campaign);
  const verdict = test.click?.verdict;
  const state = test.isWaiting ? 'waiting' : verdict === undefined ? 'idle' : verdict === 'counted' ? 'done' : 'failed';
  const publicUrl = campaign.tracking_url.slice(0, campaign.tracking_url.indexOf(`/c/${campaign.key}`));
  return (
    <ol className={css.steps}>
      <Step
        state={state}
        title={t('check.click.title')}
        action={
          test.isReady ? (
            <ButtonLink
              to={testUrl(publicUrl, campaign)}
              target="_blank"
              // The click is recognized by its referrer.
              rel="noopener"
              referrerPolicy="origin"
              icon={<ExternalLink {...icon} />}
              onClick={test.begin}
            >
              {t('check.click.action')}
            </ButtonLink>
          ) : (
            <Button loading={!test.error} onClick={test.retry}>
              {t(test.error ? 'select:retry' : 'check.click.action')}
            </Button>
          )
        }
      >
        {test.error?.message}
        {test.isWaiting && !test.error && t(test.isLate ? 'check.click.late' : 'check.click.waiting')}
        {verdict === undefined && !test.isWaiting && !test.error && t('check.click.text')}
        {verdict !== undefined && t(`check.click.${verdict}`)}{' '}
        {test.click && verdict === 'counted' && <Routing campaign={campaign} click={test.click} />}
        {state === 'failed' && <Link to={localizedPath(paths.blackList)}>{t('check.click.to_black_list')}</Link>}
      </Step>
      {test.click && verdict === 'counted' ? (
        <PostbackStep key={test.click.click_id} campaign={campaign} clickId={test.click.click_id} />
      ) : (
        <Step state="idle" title={t('check.postback.title')}>
          {t('check.postback.click_first')}
        </Step>
      )}
    </ol>
  );
}

/** Which rule chose the destination, and where to see why. */
function Routing({ campaign, click }: { campaign: Campaign; click: Click }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const { rule, version, final_url: url, state } = click;
  const name = version === campaign.version ? campaign.rules[rule - 1]?.name : '';
  const key = state !== 'open' ? 'unrouted' : rule === 0 ? 'no_rule' : name ? 'named_rule' : 'rule';
  return (
    <>
      {t(`check.click.${key}`, { rule, name, url })}{' '}
      <Link to={localizedPath(paths.click(click.click_id))}>{t('check.click.why')}</Link>
    </>
  );
}

function PostbackStep({ campaign, clickId }: { campaign: Campaign; clickId: string }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const { outcome, conversionId, isWaiting, isLate, error, send } = useTestPostback(campaign, clickId);
  const isDone = outcome !== null && conversionId !== null;
  const state = isWaiting ? 'waiting' : outcome === null ? 'idle' : isDone ? 'done' : 'failed';
  return (
    <Step
      state={state}
      title={t('check.postback.title')}
      action={
        <Button loading={isWaiting} onClick={send}>
          {t('check.postback.action')}
        </Button>
      }
    >
      {isWaiting && (error?.message ?? t(isLate ? 'check.postback.late' : 'check.postback.waiting'))}
      {state === 'idle' && t('check.postback.text')}
      {outcome !== null && t(`check.outcome.${outcome}`)}{' '}
      {isDone && <Link to={localizedPath(paths.conversion(conversionId))}>{t('check.postback.to_conversion')}</Link>}
    </Step>
  );
}

interface StepProps {
  state: StepState;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Step({ state, title, action, children }: StepProps) {
  const { t } = useTranslation('instructions');
  const Icon = ICONS[state];
  return (
    <li className={css.step} data-state={state}>
      <Icon {...icon} size={20} className={css.icon} />
      <div className={css.words}>
        <h4 className={css.name}>
          {title} <span className={css.spoken}>({t(`check.state.${state}`)})</span>
        </h4>
        <p role="status">{children}</p>
      </div>
      {action}
    </li>
  );
}
