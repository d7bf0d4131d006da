import { useTranslation } from 'react-i18next';
import css from './users-page.module.css';

/** Bulleted list of the consequences of an action. */
export function Consequences({ of, count }: { of: 'log_in' | 'block' | 'reset_two_factor'; count: number }) {
  const { t } = useTranslation('users_list');
  return (
    <ul className={css.consequences}>
      {Array.from({ length: count }, (_, place) => `${of}.consequence_${place + 1}`).map((key) => (
        <li key={key}>{t(key)}</li>
      ))}
    </ul>
  );
}
