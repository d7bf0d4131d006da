import type { ClickDetails, RoutingExplanation } from '@poklik/contract/clicks';
import { SUBS } from '@poklik/contract/routing';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoney, formatPercent } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { DateTime } from '../../widgets/date-time.tsx';
import { useHelpLink } from '../../widgets/help/use-help-link.ts';
import css from './conversions.module.css';
import { useClick } from './conversions.queries.ts';
import { useVisitorFacts } from './use-visitor-facts.ts';

export function ClickDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTranslation('conversions');
  return (
    <Modal opened={id !== null} onClose={onClose} title={t('clicks.why')} wide>
      {id !== null && <Details id={id} />}
    </Modal>
  );
}

function Details({ id }: { id: string }) {
  const { t } = useTranslation('conversions');
  const { line } = useVisitorFacts();
  const language = useLanguage();
  const { data: click, error, refetch } = useClick(id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!click) return <PageLoader />;
  const subs = SUBS.map((name, place) => ({ name, value: click.subs[place] ?? '' })).filter(
    ({ value }) => value !== '',
  );
  return (
    <div className={css.part}>
      <dl className={css.facts}>
        <dt>{t('click_id')}</dt>
        <dd>
          <code className={css.id}>{click.click_id}</code>
        </dd>
        <dt>{t('clicks.at')}</dt>
        <dd>
          <DateTime iso={click.at} />
        </dd>
        <dt>{t('campaign')}</dt>
        <dd>
          {click.campaign.name} · {t('clicks.version', { version: click.version })}
        </dd>
        <Entry entry={click.entry} />
        <SourceTag click={click} />
        <dt>{t('clicks.visitor')}</dt>
        <dd>{line(click)}</dd>
        <dt>{t('inbox.ip')}</dt>
        <dd>{click.ip || '—'}</dd>
        <dt>{t('clicks.went_to')}</dt>
        <dd>
          <code className={css.id}>{click.final_url}</code>
        </dd>
        <dt>{t('clicks.referrer')}</dt>
        <dd>{click.referrer_host || '—'}</dd>
        <dt>{t('clicks.external_id')}</dt>
        <dd>{click.external_id ? <code className={css.id}>{click.external_id}</code> : '—'}</dd>
        <dt>{t('clicks.subs')}</dt>
        <dd>
          {subs.length === 0
            ? '—'
            : subs.map(({ name, value }) => (
                <div key={name}>
                  {name}: <code className={css.id}>{value}</code>
                </div>
              ))}
        </dd>
        <dt>{t('clicks.cost')}</dt>
        <dd>
          {click.cost === null
            ? t(`clicks.cost_state.${click.cost_state}`)
            : formatMoney(
                language,
                click.cost,
                click.cost_currency,
                Math.max(2, click.cost.split('.')[1]?.length ?? 0),
              )}
        </dd>
        <LanderClicks steps={click.steps} />
        <dt>{t('clicks.page_events')}</dt>
        <dd>
          {click.page_events.length === 0
            ? '—'
            : click.page_events.map(({ name, at, value }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and an event may come twice
                <div key={place}>
                  <code className={css.id}>{name}</code> {value !== null && `${formatAmount(language, value)} `}
                  <DateTime iso={at} />
                </div>
              ))}
        </dd>
      </dl>
      <Reason click={click} />
      <AskButton clickId={click.click_id} />
    </div>
  );
}

function AskButton({ clickId }: { clickId: string }) {
  const { t } = useTranslation('select');
  const toHelp = useHelpLink();
  if (toHelp === null) return null;
  return (
    <div>
      <ButtonLink to={toHelp('click', clickId)}>{t('ask_for_help')}</ButtonLink>
    </div>
  );
}

/** Nothing for a click on the tracking link. */
function Entry({ entry = 'link' }: Pick<ClickDetails, 'entry'>) {
  const { t } = useTranslation('conversions');
  if (entry === 'link') return null;
  return (
    <>
      <dt>{t('clicks.entry')}</dt>
      <dd>{t(`clicks.entries.${entry}`)}</dd>
    </>
  );
}

/** Nothing for a click that the source gave no identifier and the visitor said nothing about. */
function SourceTag({ click: { tag_kind: kind = '', consent = null } }: { click: ClickDetails }) {
  const { t } = useTranslation('conversions');
  return (
    <>
      {kind !== '' && (
        <>
          <dt>{t('clicks.tag_kind')}</dt>
          <dd>
            <code className={css.id}>{kind}</code>
          </dd>
        </>
      )}
      {consent !== null && (
        <>
          <dt>{t('clicks.consent')}</dt>
          <dd>{t(`clicks.consents.${consent}`)}</dd>
        </>
      )}
    </>
  );
}

/** Why the visitor went there, or why that can't be told. */
function Reason({ click }: { click: ClickDetails }) {
  const { t } = useTranslation('conversions');
  if (click.why) return <RoutingReason why={click.why} />;
  return <p>{t(`clicks.state.${click.state}`, t(isOnPage(click) ? 'clicks.on_page' : 'clicks.not_explained'))}</p>;
}

/** Such a visitor was sent nowhere. */
const isOnPage = ({ entry, destination }: ClickDetails): boolean =>
  destination === 0 && ['script', 'parallel', 'direct'].includes(entry ?? 'link');

/** Nothing for a click without a lander. */
function LanderClicks({ steps }: Pick<ClickDetails, 'steps'>) {
  const { t } = useTranslation('conversions');
  if (steps.length === 0) return null;
  return (
    <>
      <dt>{t('clicks.steps')}</dt>
      <dd>
        {steps.map(({ at, slot, lander, offer, final_url: url }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and a visitor may click twice
          <div key={place}>
            {lander.name} <code className={css.id}>/o/{slot}</code> → {offer?.name ?? url} <DateTime iso={at} />
          </div>
        ))}
      </dd>
    </>
  );
}

function RoutingReason({ why }: { why: RoutingExplanation }) {
  const { t } = useTranslation('conversions');
  const language = useLanguage();
  const { word } = useVisitorFacts();
  return (
    <>
      <ol className={css.steps}>
        {why.rules.map((rule) => (
          <li key={rule.rule}>
            <Badge
              kind={rule.outcome === 'matched' ? 'success' : 'neutral'}
              shape={rule.outcome === 'matched' ? 'check' : 'ring'}
            >
              {t(`clicks.outcome.${rule.outcome}`)}
            </Badge>{' '}
            {t('clicks.rule_number', { rule: rule.rule })} {rule.name}
            {rule.conditions.map(({ condition, holds }) => (
              <p key={JSON.stringify(condition)}>
                {holds ? '✓' : '✕'} {t(`dimension.${condition.dimension}`)} {t(`clicks.${condition.operator}`)}{' '}
                {condition.values.map((value) => word(condition.dimension, value)).join(', ')}
              </p>
            ))}
          </li>
        ))}
        {why.rules.every(({ outcome }) => outcome !== 'matched') && <li>{t('clicks.no_rule')}</li>}
      </ol>
      <p>
        {t('clicks.random_pick', {
          draw: formatPercent(language, why.draw),
          from: formatPercent(language, why.share.from, 0),
          to: formatPercent(language, why.share.to, 0),
        })}{' '}
        {why.destination_name} <code className={css.id}>{why.destination_url}</code>
      </p>
    </>
  );
}
