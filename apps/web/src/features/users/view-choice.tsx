import { useTranslation } from 'react-i18next';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import css from './users-page.module.css';

/** Switches between the users and the segments. */
export function ViewChoice({ chosen }: { chosen: 'users' | 'segments' }) {
  const { t } = useTranslation('users_list');
  return (
    <div className={css.views}>
      <ChoiceLinks
        label={t('views')}
        choices={[
          { label: t('title'), to: { search: '' }, chosen: chosen === 'users' },
          { label: t('segments'), to: { search: '?tab=segments' }, chosen: chosen === 'segments' },
        ]}
      />
    </div>
  );
}
