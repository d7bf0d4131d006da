import type { Dunning } from '@poklik/contract/dunning';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './billing.module.css';
import { cardName } from './card-name.ts';

/** Past attempts to charge an unpaid renewal, and the next one. */
export function DunningAttempts({ dunning }: { dunning: Dunning }) {
  const { t } = useTranslation('invoices');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const { attempts, next_attempt_at: next } = dunning;
  if (attempts.length === 0 && next === null) return null;
  return (
    <section className={css.card} aria-labelledby="dunning">
      <h2 id="dunning" className={css.heading}>
        {t('dunning.title')}
      </h2>
      {attempts.length > 0 && (
        <ol className={css.methods}>
          {attempts.map(({ number, at, method, result, reason }) => (
            <li key={number} className={css.method}>
              <span className={css.payer}>
                <span>{t('dunning.attempt', { number, card: cardName(method) })}</span>
                <span className={css.faint}>
                  {formatDateTime(language, at, timezone)} ·{' '}
                  {reason ? t(`failure.${reason}`) : t(`dunning.result.${result}`)}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={css.note}>
        {next ? t('dunning.next', { date: formatDateTime(language, next, timezone) }) : t('dunning.no_next')}
      </p>
    </section>
  );
}
