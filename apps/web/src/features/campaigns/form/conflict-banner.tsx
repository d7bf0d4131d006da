import type { Campaign } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangeList } from '../versions/change-list.tsx';
import { settingsOf } from './campaign-values.ts';
import css from './conflict-banner.module.css';

interface ConflictBannerProps {
  /** The version this form was opened with. */
  mine: Campaign;
  theirs: Campaign;
  onTake: () => void;
  onKeep: () => void;
}

/** Someone else saved meanwhile: shows their changes and lets the user choose. */
export function ConflictBanner({ mine, theirs, onTake, onKeep }: ConflictBannerProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return (
    <Banner kind="warning" role="alert">
      <div className={css.content}>
        <p>
          {t('form.conflict', { version: theirs.version, time: formatDateTime(language, theirs.updated_at, timezone) })}
        </p>
        <ChangeList before={settingsOf(mine)} after={settingsOf(theirs)} />
        <div className={css.actions}>
          <Button size="sm" onClick={onTake}>
            {t('form.take_theirs')}
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            {t('form.keep_mine')}
          </Button>
        </div>
      </div>
    </Banner>
  );
}
