import { useTranslation } from 'react-i18next';
import css from './users-page.module.css';

/** The operator's tags of a customer. */
export function Tags({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation('users_list');
  if (tags.length === 0) return null;
  return (
    <ul className={css.tags} aria-label={t('filter.tag')}>
      {tags.map((tag) => (
        <li key={tag} className={css.tag}>
          {tag}
        </li>
      ))}
    </ul>
  );
}
