import { useTranslation } from 'react-i18next';
import { CopyIconButton } from '../../ui/copy/copy-icon-button.tsx';
import css from './conversions.module.css';

/** Shows both ends of an ID; the full one is in the dialog. */
export function ClickId({ id }: { id: string }) {
  const { t } = useTranslation('conversions');
  return (
    <span className={css.clickId}>
      <code className={css.id} title={id}>
        {id.slice(0, 6)}…{id.slice(-6)}
      </code>
      <CopyIconButton text={id} label={t('copy_click_id', { id })} />
    </span>
  );
}
