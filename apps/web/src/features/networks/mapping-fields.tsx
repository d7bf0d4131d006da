import { isRejected } from '@poklik/contract/conversion-values';
import type { Postback } from '@poklik/contract/conversions';
import {
  MAPPED_STATUSES,
  type MappedStatus,
  type MappingChange,
  NETWORK_FIELDS,
  type Network,
} from '@poklik/contract/networks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { NativeSelect } from '../../ui/choice/native-select.tsx';
import css from './networks.module.css';

export type MappingDraft = Pick<MappingChange, 'fields' | 'words'>;

interface MappingFieldsProps {
  network: Network;
  postbacks: readonly Postback[];
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
}

const MASKED = '***';
const WORDS_SHOWN = 20;

const parametersOf = ({ raw_query }: Postback): [string, string][] => [...new URLSearchParams(raw_query)];

/** The parameters of one postback, each with what it is. */
export function MappingFields({ network, postbacks, draft, onChange }: MappingFieldsProps) {
  const { t } = useTranslation('networks');
  const { t: words } = useTranslation('conversions');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  // One that could not be read says most.
  const [id, setId] = useState(() => (postbacks.find(({ verdict }) => isRejected(verdict)) ?? postbacks[0])?.id ?? '');
  const postback = postbacks.find((each) => each.id === id);
  const fields = { ...network.mapping.params, ...draft.fields };
  const choose = (name: string, field: string) => {
    const others = Object.entries(draft.fields).filter(([each, chosen]) => each !== field && chosen !== name);
    onChange({ ...draft, fields: Object.fromEntries(field === '' ? others : [...others, [field, name]]) });
  };
  return (
    <>
      <p className={css.line}>{t('mapping_dialog.text')}</p>
      <div className={css.postback}>
        <NativeSelect
          label={t('mapping_dialog.postback')}
          options={postbacks.map((each) => ({
            value: each.id,
            label: `${formatDateTime(language, each.received_at, timezone)} · ${words(`verdict.${each.verdict}`)}`,
          }))}
          value={id}
          onChange={setId}
        />
      </div>
      <ul className={css.rows}>
        {(postback ? parametersOf(postback) : [])
          .filter(([, value]) => value !== MASKED)
          .map(([name, value], place) => (
            // A parameter may be sent twice.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a postback never changes
            <li key={place} className={css.row}>
              <code className={css.value}>{name}</code>
              <span className={css.value}>{value}</span>
              <NativeSelect
                label={t('mapping_dialog.is_label', { name })}
                options={[
                  { value: '', label: t('mapping_dialog.nothing') },
                  ...NETWORK_FIELDS.map((field) => ({ value: field, label: t(`fields.${field}`) })),
                ]}
                value={NETWORK_FIELDS.find((field) => fields[field] === name) ?? ''}
                onChange={(field) => choose(name, field)}
              />
            </li>
          ))}
      </ul>
      <WordFields network={network} postbacks={postbacks} draft={draft} onChange={onChange} />
    </>
  );
}

/** The statuses that the network sent, each with what it means. */
function WordFields({ network, postbacks, draft, onChange }: MappingFieldsProps) {
  const { t } = useTranslation('networks');
  const name = draft.fields.status ?? network.mapping.params.status ?? 'status';
  const sent = postbacks.flatMap((postback) =>
    parametersOf(postback).flatMap(([each, value]) => (each === name && value !== '' && value !== MASKED ? value : [])),
  );
  const distinct = [...new Set(sent)].slice(0, WORDS_SHOWN);
  if (distinct.length === 0) return null;
  const known = [...draft.words, ...network.mapping.statuses];
  const meaningOf = (word: string) =>
    known.find((each) => each.word.toLowerCase() === word.toLowerCase())?.status ?? '';
  const choose = (word: string, status: string) => {
    const others = draft.words.filter((each) => each.word !== word);
    onChange({ ...draft, words: status === '' ? others : [...others, { word, status: status as MappedStatus }] });
  };
  return (
    <div className={css.part}>
      <h3 className={css.title}>{t('mapping_dialog.words')}</h3>
      <ul className={css.rows}>
        {distinct.map((word) => (
          <li key={word} className={css.row}>
            <code className={css.value}>{word}</code>
            <span />
            <NativeSelect
              label={t('mapping_dialog.word_label', { word })}
              options={[
                { value: '', label: t('mapping_dialog.usual') },
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
