import type { TariffQuote } from '@poklik/contract/billing';
import type { Tariff } from '@poklik/contract/tariffs';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './change-dialog.module.css';

/** Lists each part of the total so that customers can check it. */
export function QuoteLines({ quote, tariffs }: { quote: TariffQuote; tariffs: readonly Tariff[] }) {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const money = (amount: string) => formatMoney(language, amount, quote.currency);
  const nameOf = (id: number) => tariffs.find((tariff) => tariff.id === id)?.name[language] ?? '';
  const day = (iso: string | null) => (iso ? formatDay(language, iso, timezone) : '');
  return (
    <table className={css.lines}>
      <caption className={css.caption}>{t('change.lines')}</caption>
      <tbody>
        {quote.lines.map((line) => (
          <tr key={line.kind}>
            <th scope="row">
              {t(`change.line.${line.kind}`, {
                name: line.kind === 'coupon' ? quote.coupon : nameOf(line.tariff_id),
              })}
              {line.from && line.until && (
                <span className={css.dates}>
                  {day(line.from)} – {day(line.until)}
                </span>
              )}
            </th>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
        {Number(quote.tax_rate) > 0 && (
          <tr>
            <th scope="row">{t('change.tax', { rate: Number(quote.tax_rate) })}</th>
            <td>{money(quote.tax)}</td>
          </tr>
        )}
        {quote.tax_treatment === 'reverse_charge' && (
          <tr>
            <th scope="row">{t('change.reverse_charge')}</th>
            <td>{money(quote.tax)}</td>
          </tr>
        )}
        <tr className={css.total}>
          <th scope="row">{t('change.total')}</th>
          <td>{money(quote.total)}</td>
        </tr>
        {Number(quote.credit_left) > 0 && (
          <tr>
            <th scope="row">{t('change.credit_left')}</th>
            <td>{money(quote.credit_left)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
