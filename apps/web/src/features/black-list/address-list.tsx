import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './address-list.module.css';

/** A few explain the problem; thousands would slow the page. */
const SHOWN_MAX = 20;

interface AddressListProps {
  label: string;
  items: readonly { text: string; note?: ReactNode; line?: number }[];
}

/** Addresses with a note each. */
export function AddressList({ label, items }: AddressListProps) {
  const { t } = useTranslation('black_list_page');
  return (
    <div className={css.box}>
      <ul className={css.list} aria-label={label}>
        {items.slice(0, SHOWN_MAX).map(({ text, note, line }) => (
          <li key={`${line ?? ''} ${text} ${note}`}>
            {line !== undefined && <span className={css.line}>{t('line', { line })}</span>}
            <code className={css.address}>{text}</code>
            {note && <span>{note}</span>}
          </li>
        ))}
      </ul>
      {items.length > SHOWN_MAX && <p className={css.more}>{t('more', { count: items.length - SHOWN_MAX })}</p>}
    </div>
  );
}
