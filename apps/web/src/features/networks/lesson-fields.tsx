import { isRejected } from '@poklik/contract/conversion-values';
import type { Postback } from '@poklik/contract/conversions';
import {
  MAPPED_STATUSES,
  type MappedStatus,
  NETWORK_FIELDS,
  type Network,
  type NetworkLesson,
} from '@poklik/contract/networks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { NativeSelect } from '../../ui/choice/native-select.tsx';
import css from './networks.module.css';

export type Learned = Pick<NetworkLesson, 'fields' | 'words'>;

interface LessonFieldsProps {
  network: Network;
  reports: readonly Postback[];
  learned: Learned;
  onLearn: (learned: Learned) => void;
}

const MASKED = '***';
const WORDS_SHOWN = 20;

const parametersOf = ({ raw_query }: Postback): [string, string][] => [...new URLSearchParams(raw_query)];

/** The parameters of one report, each with what it is. */
export function LessonFields({ network, reports, learned, onLearn }: LessonFieldsProps) {
  const { t } = useTranslation('networks');
  const { t: words } = useTranslation('conversions');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  // One that could not be read says most.
  const [id, setId] = useState(() => (reports.find(({ verdict }) => isRejected(verdict)) ?? reports[0])?.id ?? '');
  const report = reports.find((each) => each.id === id);
  const fields = { ...network.mapping.params, ...learned.fields };
  const choose = (name: string, field: string) => {
    const others = Object.entries(learned.fields).filter(([each, chosen]) => each !== field && chosen !== name);
    onLearn({ ...learned, fields: Object.fromEntries(field === '' ? others : [...others, [field, name]]) });
  };
  return (
    <>
      <p className={css.line}>{t('lesson.text')}</p>
      <div className={css.report}>
        <NativeSelect
          label={t('lesson.report')}
          options={reports.map((each) => ({
            value: each.id,
            label: `${formatDateTime(language, each.received_at, timezone)} · ${words(`verdict.${each.verdict}`)}`,
          }))}
          value={id}
          onChange={setId}
        />
      </div>
      <ul className={css.rows}>
        {(report ? parametersOf(report) : [])
          .filter(([, value]) => value !== MASKED)
          .map(([name, value], place) => (
            // A parameter may be sent twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a report never changes
            <li key={place} className={css.row}>
              <code className={css.value}>{name}</code>
              <span className={css.value}>{value}</span>
              <NativeSelect
                label={t('lesson.is_label', { name })}
                options={[
                  { value: '', label: t('lesson.nothing') },
                  ...NETWORK_FIELDS.map((field) => ({ value: field, label: t(`fields.${field}`) })),
                ]}
                value={NETWORK_FIELDS.find((field) => fields[field] === name) ?? ''}
                onChange={(field) => choose(name, field)}
              />
            </li>
          ))}
      </ul>
      <WordFields network={network} reports={reports} learned={learned} onLearn={onLearn} />
    </>
  );
}

/** The statuses that the network sent, each with what it means. */
function WordFields({ network, reports, learned, onLearn }: LessonFieldsProps) {
  const { t } = useTranslation('networks');
  const name = learned.fields.status ?? network.mapping.params.status ?? 'status';
  const sent = reports.flatMap((report) =>
    parametersOf(report).flatMap(([each, value]) => (each === name && value !== '' && value !== MASKED ? value : [])),
  );
  const distinct = [...new Set(sent)].slice(0, WORDS_SHOWN);
  if (distinct.length === 0) return null;
  const known = [...learned.words, ...network.mapping.statuses];
  const meaningOf = (word: string) =>
    known.find((each) => each.word.toLowerCase() === word.toLowerCase())?.status ?? '';
  const choose = (word: string, status: string) => {
    const others = learned.words.filter((each) => each.word !== word);
    onLearn({ ...learned, words: status === '' ? others : [...others, { word, status: status as MappedStatus }] });
  };
  return (
    <div className={css.part}>
      <h3 className={css.title}>{t('lesson.words')}</h3>
      <ul className={css.rows}>
        {distinct.map((word) => (
          <li key={word} className={css.row}>
            <code className={css.value}>{word}</code>
            <span />
            <NativeSelect
              label={t('lesson.word_label', { word })}
              options={[
                { value: '', label: t('lesson.usual') },
                ...MAPPED_STATUSES.map((status) => ({ value: status, label: t(`meanings.${status}`) })),
              ]}
              value={meaningOf(word)}
              onChange={(status) => choose(word, status)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
