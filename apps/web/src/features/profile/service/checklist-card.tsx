import type { ChecklistItem } from '@poklik/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import css from '../profile-page.module.css';
import own from './service.module.css';
import { checklistQuery } from './service.queries.ts';

/** Where an item is done; those without a place are done on the server. */
const PLACES: Partial<Record<ChecklistItem, string>> = {
  https: '#name-heading',
  email: '#mail-heading',
  logo: '#appearance-heading',
  seller: '#seller-heading',
  legal: '#legal-heading',
  provider: '#payments-heading',
  webhook: '#payments-heading',
  two_factor: `${paths.profile}?tab=security`,
  tariffs: paths.tariffs,
  second_operator: paths.usersList,
};

/** What is left before opening. It disappears when everything is done. */
export function ChecklistCard() {
  const { t } = useTranslation('service');
  const localizedPath = useLocalizedPath();
  const { data: items } = useQuery(checklistQuery);
  if (!items || items.every(({ done }) => done)) return null;
  const done = items.filter((item) => item.done).length;
  return (
    <section className={css.card} aria-labelledby="checklist-heading">
      <div className={css.head}>
        <h2 id="checklist-heading" className={css.heading}>
          {t('checklist.title')}
        </h2>
        <span className={css.text}>{t('checklist.count', { done, all: items.length })}</span>
      </div>
      <ul className={own.checklist}>
        {items.map(({ item, done: isDone }) => {
          const place = PLACES[item];
          const Icon = isDone ? CircleCheckBig : Circle;
          return (
            <li key={item} className={own.item} data-done={isDone || undefined}>
              <Icon size={16} strokeWidth={1.75} aria-label={t(isDone ? 'checklist.done' : 'checklist.open')} />
              {place === undefined && <span>{t(`checklist.item.${item}`)}</span>}
              {place?.startsWith('#') && <a href={place}>{t(`checklist.item.${item}`)}</a>}
              {place?.startsWith('/') && <Link to={localizedPath(place)}>{t(`checklist.item.${item}`)}</Link>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
