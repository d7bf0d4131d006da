import { useDebouncedValue } from '@mantine/hooks';
import type { Campaign } from '@poklik/contract/campaigns';
import { CAMPAIGN_PLACEHOLDERS, type Instruction } from '@poklik/contract/instructions';
import { fillPlaceholders, guideLanguage } from '@poklik/domain/instructions/guide-text';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { formatDay } from '../../format/dates.ts';
import { paths } from '../../i18n/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Select } from '../../ui/choice/select.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { LiveCheck } from '../../widgets/onboarding/live-check.tsx';
import { useCampaignSearch } from '../../widgets/use-campaign-search.ts';
import css from './guide-article.module.css';
import { GuideAuthorActions } from './guide-author-actions.tsx';
import { useOwnCampaigns } from './instructions.queries.ts';
import { useChosenCampaign } from './use-chosen-guide.ts';

const NAMES_CAMPAIGN = new RegExp(`\\{\\{\\s*(${CAMPAIGN_PLACEHOLDERS.join('|')})`);

/** A guide filled with values of the user's campaign. */
export function GuideArticle({ guide, isAuthor }: { guide: Instruction; isAuthor: boolean }) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const shown = guideLanguage(guide, language);
  const names = NAMES_CAMPAIGN.test(guide.body[shown]);
  const { campaign, picker } = usePlaceholderValues(names || guide.has_check);
  const values = {
    site_url: window.location.origin,
    ...(campaign && {
      tracking_link: campaign.tracking_url,
      postback_url: campaign.postback_url,
      postback_key: campaign.postback_key,
      campaign_key: campaign.key,
      tracker_url: new URL(campaign.postback_url).origin,
    }),
  };
  return (
    <article className={css.article} aria-labelledby="guide-title">
      <header className={css.header}>
        <h2 id="guide-title" className={css.title}>
          {guide.title[shown]}
        </h2>
        {isAuthor && <GuideAuthorActions guide={guide} />}
      </header>
      {shown !== language && <Banner kind="info">{t(`other_language.${shown}`)}</Banner>}
      {picker}
      <Markdown text={guide.body[shown]} fill={(text) => fillPlaceholders(text, values)} topLevel={3} />
      {guide.has_check && <LiveCheck campaign={campaign} />}
      <p className={css.updated}>{t('updated', { date: formatDay(language, guide.updated_at, timezone) })}</p>
    </article>
  );
}

/** The campaign that fills the guide, and its selector. */
function usePlaceholderValues(isNeeded: boolean): { campaign: Campaign | null; picker: ReactNode } {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const user = useCurrentUser();
  const [chosen, choose] = useChosenCampaign();
  const { campaigns, isMore } = useOwnCampaigns(isNeeded, chosen);
  const id = useId();
  const campaign = campaigns?.find((each) => each.id === chosen) ?? campaigns?.[0] ?? null;
  if (!isNeeded || !campaigns) return { campaign, picker: null };
  if (!campaign) {
    const action = hasPermission(user, 'campaigns:write') && (
      <ButtonLink size="sm" to={localizedPath(paths.campaignCreate)}>
        {t('create_campaign')}
      </ButtonLink>
    );
    return {
      campaign,
      picker: (
        <Banner kind="info" action={action}>
          {t('no_campaign')}
        </Banner>
      ),
    };
  }
  return {
    campaign,
    picker: (
      <div className={css.picker}>
        <label htmlFor={id}>{t('filled_with')}</label>
        {isMore ? (
          <SearchedCampaign id={id} campaign={campaign} onChoose={choose} />
        ) : (
          <select id={id} value={campaign.id} onChange={(event) => choose(Number(event.target.value))}>
            {campaigns.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        )}
      </div>
    ),
  };
}

const PAUSE_MS = 200;

interface SearchedCampaignProps {
  id: string;
  campaign: Campaign;
  onChoose: (id: number) => void;
}

/** Searches the server when there are more campaigns than fit the list. */
function SearchedCampaign({ id, campaign, onChoose }: SearchedCampaignProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  // The control also reports the selected name, which nobody typed.
  const found = useCampaignSearch(asked === campaign.name ? '' : asked).data?.data ?? [];
  return (
    <Select
      id={id}
      searchable
      value={String(campaign.id)}
      options={[campaign, ...found.filter((each) => each.id !== campaign.id)].map((each) => ({
        value: String(each.id),
        label: each.name,
      }))}
      onSearch={setTyped}
      onChange={(value) => value !== null && onChoose(Number(value))}
    />
  );
}
