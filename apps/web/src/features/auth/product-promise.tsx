import { CircleCheckBig, Link2, Server } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import css from './auth-page.module.css';

const FACTS = [
  { name: 'links', Icon: Link2 },
  { name: 'postbacks', Icon: CircleCheckBig },
  { name: 'data', Icon: Server },
] as const;

/** What a newcomer may expect behind the form. */
export function ProductPromise() {
  const { t } = useTranslation('auth');
  return (
    <aside className={css.promise} aria-labelledby="promise">
      <h2 id="promise" className={css.title}>
        {t('promise.title')}
      </h2>
      <ul className={css.facts}>
        {FACTS.map(({ name, Icon }) => (
          <li key={name} className={css.fact}>
            <Icon size={20} strokeWidth={1.75} aria-hidden className={css.icon} />
            {t(`promise.${name}`)}
          </li>
        ))}
      </ul>
    </aside>
  );
}
