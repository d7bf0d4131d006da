import type { Lander } from '@poklik/contract/landers';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/choice/select.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import css from '../offers/offers.module.css';

/** The links to put on the page, on the domain that its campaigns use. */
export function LanderLinks({ lander: { links } }: { lander: Lander }) {
  const { t } = useTranslation('landers');
  const id = useId();
  const [place, setPlace] = useState('0');
  const chosen = links[Number(place)] ?? links[0];
  return (
    <section className={css.part} aria-label={t('links.title')}>
      <h3 className={css.title}>{t('links.title')}</h3>
      <p className={css.line}>{t('links.text')}</p>
      {links.length > 1 && (
        <Field id={id} label={t('links.domain')} hint={t('links.domain_hint')} error={undefined}>
          <Select
            id={id}
            value={place}
            onChange={(value) => setPlace(value ?? '0')}
            options={links.map(({ host }, at) => ({ value: String(at), label: host }))}
          />
        </Field>
      )}
      {chosen?.urls.map((url, at) => (
        <CopyField key={url} label={t('links.slot', { number: at + 1 })} value={url} />
      ))}
    </section>
  );
}
