import { BASE_CURRENCY } from '@poklik/contract/money';
import type { ReplayPlace, ReplayReport as Report } from '@poklik/contract/replays';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatMoney, formatPercent } from '../../../../format/numbers.ts';
import { useLanguage } from '../../../../i18n/use-language.ts';
import css from './replay.module.css';

/** Listed before the rest is left out. */
const MOVES_SHOWN = 10;

export function ReplayReport({ report }: { report: Report }) {
  const { t } = useTranslation('replays');
  const language = useLanguage();
  const { clicks, sampled, moved, moves, unmatched } = report;
  if (sampled === 0) return <p className={css.note}>{t('no_clicks')}</p>;
  const share = formatPercent(language, moved / sampled, 1);
  return (
    <div className={css.report}>
      <p className={css.main}>
        {t('moved', { share, moved: formatInteger(language, moved), sampled: formatInteger(language, sampled) })}
      </p>
      {sampled < clicks && <p className={css.note}>{t('sampled', { clicks: formatInteger(language, clicks) })}</p>}
      {moves.length > 0 && (
        <ul className={css.moves}>
          {moves.slice(0, MOVES_SHOWN).map(({ from, to, clicks: number }) => (
            <li key={`${placeKey(from)} ${placeKey(to)}`} className={css.move}>
              <span>
                {from.name} <span aria-hidden>→</span> {to.name}
              </span>{' '}
              <strong>{formatInteger(language, number)}</strong>
            </li>
          ))}
        </ul>
      )}
      {unmatched.map(({ rule, name }) => (
        <p key={rule} className={css.note}>
          {t('unmatched', { rule, name: name === '' ? '' : ` “${name}”` })}
        </p>
      ))}
      <Amounts report={report} />
      <p className={css.note}>{t('limits')}</p>
    </div>
  );
}

const placeKey = ({ kind, name }: ReplayPlace): string => `${kind} ${name}`;

function Amounts({ report: { amounts, without_history: share } }: { report: Report }) {
  const { t } = useTranslation('replays');
  const language = useLanguage();
  if (!amounts) return null;
  const money = (amount: string) => formatMoney(language, amount, BASE_CURRENCY);
  const before = money(amounts.before);
  if (!amounts.after)
    return <p className={css.main}>{t('no_history', { share: formatPercent(language, share, 0) })}</p>;
  const { value, low, high } = amounts.after;
  return (
    <p className={css.main}>{t('revenue', { before, after: money(value), low: money(low), high: money(high) })}</p>
  );
}
