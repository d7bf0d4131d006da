import { useCurrentUser } from '../api/current-user.ts';
import { formatDateTime, formatExactTime } from '../format/dates.ts';
import { useLanguage } from '../i18n/use-language.ts';
import text from '../ui/text.module.css';

/** Date and time in the user's time zone. */
export function DateTime({ iso }: { iso: string }) {
  const { timezone } = useCurrentUser();
  const language = useLanguage();
  return (
    <time dateTime={iso} title={formatExactTime(language, iso, timezone)} className={text.nowrap}>
      {formatDateTime(language, iso, timezone)}
    </time>
  );
}
