import type { CampaignVersion } from '@poklik/contract/campaigns';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime, formatExactTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { settingsOf } from '../form/campaign-values.ts';
import { ChangeList } from './change-list.tsx';
import css from './versions-panel.module.css';

interface VersionRowProps {
  version: CampaignVersion;
  /** The previous version, once loaded; the first has none. */
  before: CampaignVersion | undefined;
  isCurrent: boolean;
  onNeedBefore: () => void;
  onRestore?: () => void;
}

export function VersionRow({ version, before, isCurrent, onNeedBefore, onRestore }: VersionRowProps) {
  const { t } = useTranslation('campaigns');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const [open, setOpen] = useState(false);
  const id = useId();
  const isFirst = version.version === 1;
  const needsBefore = open && !isFirst && !before;
  useEffect(() => {
    if (needsBefore) onNeedBefore();
  }, [needsBefore, onNeedBefore]);

  const names = version.changed.map((setting) => t(`versions.setting.${setting}`));
  return (
    <li className={css.version}>
      <div className={css.head}>
        <div className={css.words}>
          <div className={css.line}>
            <span className={css.number}>{t('versions.version', { version: version.version })}</span>
            {isCurrent && (
              <Badge kind="success" shape="check">
                {t('versions.current')}
              </Badge>
            )}
          </div>
          <div className={css.meta}>
            <time dateTime={version.created_at} title={formatExactTime(language, version.created_at, timezone)}>
              {formatDateTime(language, version.created_at, timezone)}
            </time>
            <span title={version.author?.email}>
              {version.author ? version.author.name || version.author.email : t('versions.deleted_user')}
            </span>
          </div>
          <div className={css.changed}>{isFirst ? t('versions.first') : names.join(', ')}</div>
        </div>
        <div className={css.actions}>
          {!isFirst && (
            <Button
              size="sm"
              variant="ghost"
              aria-expanded={open}
              aria-controls={id}
              icon={<ChevronDown size={16} strokeWidth={1.75} aria-hidden className={css.chevron} />}
              onClick={() => setOpen(!open)}
            >
              {t('versions.diff')}
            </Button>
          )}
          {onRestore && (
            <Button size="sm" aria-label={t('versions.restore_this', { version: version.version })} onClick={onRestore}>
              {t('versions.restore')}
            </Button>
          )}
        </div>
      </div>
      <div id={id} className={css.diff} hidden={!open}>
        {open && before && <ChangeList before={settingsOf(before.settings)} after={settingsOf(version.settings)} />}
        {needsBefore && <div className={css.loading} aria-busy="true" />}
      </div>
    </li>
  );
}
