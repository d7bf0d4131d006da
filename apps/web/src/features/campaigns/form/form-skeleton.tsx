import { useTranslation } from 'react-i18next';
import { useDelayed } from '../../../ui/state/delayed.tsx';
import css from './form-skeleton.module.css';

/** Skeleton of the form. */
export function FormSkeleton() {
  const { t } = useTranslation('select');
  const isShown = useDelayed(true);
  return (
    <div className={css.skeleton} aria-busy="true" aria-label={t('loading')} role="status">
      {isShown &&
        [3, 2, 1].map((fields) => (
          <div key={fields} className={css.card}>
            {Array.from({ length: fields }, (_, place) => place).map((place) => (
              <div key={place} className={css.field}>
                <div className={css.label} />
                <div className={css.box} />
              </div>
            ))}
          </div>
        ))}
    </div>
  );
}
