import { type PublishedRates, ratesPerEuro } from './rate-feed.ts';

/**
 * Euro foreign exchange reference rates of the European Central Bank, for installations that read no bank's: how much one
 * euro bought on that day. A newer release may bring newer ones.
 */
const DAY = '2026-07-06';
const PER_EURO =
  'USD 1.1415, JPY 185.31, CZK 24.157, DKK 7.4748, GBP 0.85538, HUF 353.50, PLN 4.2883, RON 5.2310, SEK 11.0150, CHF 0.9201, ISK 144.00, NOK 11.2340, TRY 53.4222, AUD 1.6462, BRL 5.9130, CAD 1.6236, CNY 7.7573, HKD 8.9528, IDR 20565.38, ILS 3.4414, INR 108.9035, KRW 1747.72, MXN 19.9586, MYR 4.6630, NZD 2.0079, PHP 70.227, SGD 1.4765, THB 38.040, ZAR 18.5318';

export const SHIPPED_RATES: PublishedRates = ratesPerEuro(
  DAY,
  PER_EURO.split(', ').map((pair) => pair.split(' ') as [code: string, rate: string]),
);
