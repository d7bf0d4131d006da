import type { Lander } from '@poklik/contract/landers';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { LinkCell } from '../offers/link-state.tsx';
import css from '../offers/offers.module.css';
import { useCheckLander } from './landers.queries.ts';

/** What the last check of the page found, and a new one. It is the saved page that visitors are sent to. */
export function PageCheck({ lander }: { lander: Lander }) {
  const { t } = useTranslation('offers');
  const check = useCheckLander();
  const id = useId();
  const link = check.data?.link ?? lander.link;
  return (
    <section className={css.part} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {t('link.title')}
      </h3>
      <div role="status">{link ? <LinkCell link={link} /> : t('link.never')}</div>
      {check.error && (
        <p className={css.line} role="alert">
          {check.error.message}
        </p>
      )}
      <div>
        <Button onClick={() => check.mutate(lander.id)} loading={check.isPending}>
          {t('link.check')}
        </Button>
      </div>
    </section>
  );
}
