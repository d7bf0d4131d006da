import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DateTime } from '../date-time.tsx';
import css from './offers.module.css';

interface Version {
  version: number;
  created_at: string;
  author: { name: string; email: string } | null;
  settings: object;
  changed: readonly string[];
}

interface VersionListProps {
  query: { data: readonly Version[] | undefined; error: Error | null; refetch: () => unknown };
  /** Null for members who only read. */
  restore: ((version: number) => Promise<unknown>) | null;
  onRestored: () => void;
  settingName: (setting: string) => string;
}

/** Who saved an offer or a lander when, and what changed; any version can be restored. */
export function VersionList({ query: { data, error, refetch }, restore, onRestored, settingName }: VersionListProps) {
  const { t } = useTranslation('offers');
  const [failure, setFailure] = useState<string>();
  const [restoring, setRestoring] = useState<number>();
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  const take = async (version: number) => {
    setRestoring(version);
    try {
      await restore?.(version);
      toast(t('restored', { version }));
      onRestored();
    } catch (problem) {
      setFailure(problem instanceof Error ? problem.message : String(problem));
      setRestoring(undefined);
    }
  };
  return (
    <div className={css.part}>
      {failure && (
        <Banner kind="danger" role="alert">
          {failure}
        </Banner>
      )}
      <ul className={css.rows}>
        {data.map((version, place) => (
          <li key={version.version} className={css.row}>
            <div>
              <strong>{t('version', { version: version.version })}</strong>{' '}
              <span className={css.line}>
                <DateTime iso={version.created_at} /> {version.author?.name || version.author?.email}
              </span>
              <Changes version={version} before={data[place + 1]} settingName={settingName} />
            </div>
            {restore && place > 0 && (
              <Button
                size="sm"
                loading={restoring === version.version}
                disabled={restoring !== undefined}
                onClick={() => void take(version.version)}
              >
                {t('restore', { version: version.version })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each changed setting as it was and is. */
function Changes({
  version,
  before,
  settingName,
}: {
  version: Version;
  before: Version | undefined;
  settingName: (setting: string) => string;
}) {
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return '—';
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  };
  const shownIn = ({ settings }: Version, name: string) => textOf((settings as Record<string, unknown>)[name]);
  if (version.changed.length === 0) return null;
  return (
    <ul className={css.rows}>
      {version.changed.map((name) => (
        <li key={name} className={css.note}>
          {settingName(name)}: {before ? `${shownIn(before, name)} → ` : ''}
          {shownIn(version, name)}
        </li>
      ))}
    </ul>
  );
}
