import type { CampaignSettings } from '@poklik/contract/campaigns';
import { type DiffLine, lineDiff } from '@poklik/domain/campaigns/line-diff';
import { changedSettings } from '@poklik/domain/campaigns/version-diff';
import { useTranslation } from 'react-i18next';
import css from './change-list.module.css';
import { useSettingLines } from './use-setting-lines.ts';

interface ChangeListProps {
  before: CampaignSettings;
  after: CampaignSettings;
}

const LINE_PREFIX: Record<DiffLine['kind'], string> = { same: ' ', removed: '−', added: '+' };

/** Line diff between two versions, by setting. */
export function ChangeList({ before, after }: ChangeListProps) {
  const { t } = useTranslation('campaigns');
  const linesOf = useSettingLines();
  const changes = changedSettings(before, after);
  if (changes.length === 0) return <p className={css.same}>{t('versions.same')}</p>;
  return (
    <dl className={css.list}>
      {changes.map(({ setting }) => (
        <div key={setting} className={css.change}>
          <dt className={css.setting}>{t(`versions.setting.${setting}`)}</dt>
          <dd className={css.lines}>
            {numbered(lineDiff(linesOf(setting, before), linesOf(setting, after))).map(({ kind, text, number }) => (
              <div key={number} className={css.line} data-kind={kind}>
                <span className={css.sign} aria-hidden>
                  {LINE_PREFIX[kind]}
                </span>
                {kind !== 'same' && <span className={css.unseen}>{t(`versions.${kind}`)}: </span>}
                <span className={css.text}>{text}</span>
              </div>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const numbered = (lines: readonly DiffLine[]) => lines.map((line, number) => ({ ...line, number }));
