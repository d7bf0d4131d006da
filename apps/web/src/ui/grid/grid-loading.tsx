import { useTranslation } from 'react-i18next';
import { useDelayed } from '../state/delayed.tsx';
import css from './grid.module.css';

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** Before the first rows; shows nothing during a short wait. */
export function GridLoading() {
  const { t } = useTranslation('select');
  const isShown = useDelayed(true);
  return (
    <div className={css.loading} data-skeleton data-shown={isShown || undefined}>
      {isShown && (
        <span role="status" className={css.unseen}>
          {t('loading')}
        </span>
      )}
      {ROWS.map((row) => (
        <div key={row} className={css.loadingRow}>
          <span className={css.bone} />
        </div>
      ))}
    </div>
  );
}
