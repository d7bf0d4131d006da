import { API_PREFIX } from '@poklik/contract/api';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Tabs } from '../../ui/choice/tabs.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import text from '../../ui/text.module.css';
import { useFirstCampaign } from './api-tokens.queries.ts';
import css from './api-tokens-page.module.css';
import { EXAMPLE_LANGUAGES, type ExampleLanguage, exampleIn } from './examples.ts';

const NAMES: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
/** Stands in for the secret, which is shown only once. */
const PLACEHOLDER = 'pk_…';

/** A first API call in three languages, with the user's campaign and, right after creation, the token. */
export function Examples({ token = PLACEHOLDER }: { token?: string }) {
  const { t } = useTranslation('api');
  const { data: campaign } = useFirstCampaign();
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const base = `${window.location.origin}${API_PREFIX}`;
  return (
    <Tabs
      label={t('examples.title')}
      value={language}
      onChange={setLanguage}
      tabs={EXAMPLE_LANGUAGES.map((each) => ({
        id: each,
        label: NAMES[each],
        panel: <CodeBlock label={NAMES[each]} code={exampleIn(each, { base, token, campaignId: campaign?.id })} />,
      }))}
    />
  );
}

export function ExamplesSection() {
  const { t } = useTranslation('api');
  const language = useLanguage();
  return (
    <section className={css.card} aria-labelledby="examples-heading">
      <h2 id="examples-heading" className={css.heading}>
        {t('examples.title')}
      </h2>
      <p className={text.aside}>{t('examples.text')}</p>
      <Examples />
      <a className={css.reference} href={`${API_PREFIX}/docs?lang=${language}`} target="_blank" rel="noreferrer">
        {t('examples.reference')}
        <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
      </a>
    </section>
  );
}
