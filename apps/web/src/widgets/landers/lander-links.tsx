import type { Lander } from '@poklik/contract/landers';
import { landingSnippet } from '@poklik/domain/pages/landing-snippet';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/choice/select.tsx';
import { CodeSnippet } from '../../ui/copy/code-snippet.tsx';
import { CopyField } from '../../ui/copy/copy-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import css from '../offers/offers.module.css';

/** In the code of a page, for the key of the campaign. */
const CAMPAIGN = 'CAMPAIGN';

/** The links and the script to put on the page, on the domain that its campaigns use. */
export function LanderLinks({ lander: { links, key } }: { lander: Lander }) {
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
      {chosen?.urls[0] && (
        <CodeSnippet
          label={t('links.script')}
          text={t('links.script_text', { campaign: CAMPAIGN })}
          code={landingSnippet(new URL(chosen.urls[0]).origin, { campaign: CAMPAIGN, lander: key })}
        />
      )}
    </section>
  );
}
