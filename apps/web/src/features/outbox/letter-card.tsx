import type { OutboxEmail } from '@poklik/contract/outbox';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime, formatExactTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import css from './outbox-page.module.css';

export function LetterCard({ letter }: { letter: OutboxEmail }) {
  const { t } = useTranslation('users_list');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  return (
    <article className={css.letter}>
      <h2 className={css.subject}>{letter.subject}</h2>
      <p className={css.envelope}>
        <span>
          {t('outbox.to')} {letter.to}
        </span>
        <time dateTime={letter.created_at} title={formatExactTime(language, letter.created_at, timezone)}>
          {formatDateTime(language, letter.created_at, timezone)}
        </time>
      </p>
      <p className={css.text}>{withLinks(letter.text)}</p>
    </article>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/;

/** Splitting by a captured group leaves the addresses at the odd places. */
const withLinks = (text: string) =>
  text.split(ADDRESS).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a letter never changes
      <a key={place} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
