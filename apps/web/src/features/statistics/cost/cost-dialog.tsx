import { COST_SOURCES } from '@poklik/contract/costs';
import { BASE_CURRENCY } from '@poklik/contract/money';
import { COST_ORIGINS, type CostDetails } from '@poklik/contract/statistics-cost';
import { ReceiptText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { boundText } from '../../../format/bounds.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { metricText } from '../../../format/metrics.ts';
import { formatMoney, formatMoneyChange } from '../../../format/numbers.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { QueryCard } from '../card.tsx';
import part from '../change/part-list.module.css';
import { daysText } from '../date-text.ts';
import { useCostText } from '../metrics/use-cost-text.ts';
import { type CostDetailsRequest, useCostDetails } from '../statistics.queries.ts';
import css from './cost-dialog.module.css';

const HEIGHT = 240;

interface CostDialogProps {
  /** Closed if null. */
  request: CostDetailsRequest | null;
  onClose: () => void;
}

/** Where the cost of a report comes from: links, prices and corrections. */
export function CostDialog({ request, onClose }: CostDialogProps) {
  const { t } = useTranslation('costs');
  return (
    <Modal opened={request !== null} onClose={onClose} title={t('details.title')} wide sheet>
      {request && <Details request={request} />}
    </Modal>
  );
}

function Details({ request }: { request: CostDetailsRequest }) {
  const query = useCostDetails(request);
  return (
    <QueryCard query={query} height={HEIGHT}>
      {(answer) => <Origins answer={answer} />}
    </QueryCard>
  );
}

function Origins({ answer: { data, meta } }: { answer: CostDetails }) {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  const costText = useCostText();
  const localizedPath = useLocalizedPath();
  const note = costText(data);
  const cost = boundText('cost', data) + metricText(language, 'cost', data.cost);
  const { origins, corrections, corrections_total: total } = data;
  return (
    <div className={css.details}>
      <div>
        <p className={css.cost}>{cost}</p>
        <p className={css.note}>{daysText(language, meta.period)}</p>
      </div>
      {note && <Banner kind="info">{note}</Banner>}
      {origins.length === 0 && !note && (
        <EmptyState icon={ReceiptText} title={t('details.nothing')} text={t('details.nothing_text')} />
      )}
      {origins.length > 0 && (
        <ul className={part.list}>
          {origins.map(({ origin, cost: own }) => (
            <li key={origin} className={part.row}>
              <span className={part.name}>
                {t(`details.origin.${COST_ORIGINS.find((each) => each === origin) ?? 'price'}`)}
              </span>
              <Amount cost={own} isChange={origin === 'corrections'} />
            </li>
          ))}
          <li className={part.row} data-total>
            <span className={part.name}>{t('details.total')}</span>
            <span className={css.amount}>{cost}</span>
          </li>
        </ul>
      )}
      {corrections.length > 0 && (
        <section className={css.section}>
          <h3 className={css.title}>{t('details.corrections')}</h3>
          <ul className={part.list}>
            {corrections.map(({ entry, cost: own }) => (
              <li key={entry.id} className={part.row}>
                <span className={part.name}>
                  {t(`action.${entry.kind === 'fee' ? 'fee' : entry.mode}`)}{' '}
                  {formatMoney(language, entry.amount, entry.currency)}
                </span>
                <Amount cost={own} isChange />
                <span className={part.detail}>
                  {[
                    t(`source.${COST_SOURCES.find((each) => each === entry.source) ?? 'manual'}`),
                    formatDateTime(language, entry.created_at, meta.timezone),
                    entry.author?.name,
                    entry.campaign.name,
                    entry.note,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {total > corrections.length && (
            <p className={css.note}>{t('details.more', { count: total - corrections.length })}</p>
          )}
          <div>
            <ButtonLink size="sm" to={localizedPath(paths.costs)}>
              {t('details.open_all')}
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}

function Amount({ cost, isChange }: { cost: string | null; isChange: boolean }) {
  const { t } = useTranslation('costs');
  const language = useLanguage();
  const format = isChange ? formatMoneyChange : formatMoney;
  return (
    <span className={css.amount}>{cost === null ? t('details.no_rate') : format(language, cost, BASE_CURRENCY)}</span>
  );
}
