import type { OutboxEmail } from '@poklik/contract/outbox';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime, formatExactTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './outbox-page.module.css';

export function OutboxEmailCard({ email }: { email: OutboxEmail }) {
  const { t } = useTranslation('users_list');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return (
    <article className={css.email}>
      <h2 className={css.subject}>{email.subject}</h2>
      <p className={css.envelope}>
        <span>
          {t('outbox.to')} {email.to}
        </span>
        <time dateTime={email.created_at} title={formatExactTime(language, email.created_at, timezone)}>
          {formatDateTime(language, email.created_at, timezone)}
        </time>
      </p>
      <p className={css.text}>{linkify(email.text)}</p>
    </article>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Splitting by a captured group leaves URLs at odd indexes. */
const linkify = (text: string) =>
  text.split(ADDRESS).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of an email never changes
      <a key={place} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
