import type { Campaign } from '@poklik/contract/campaigns';
import { weightsText, withWeights } from '@poklik/domain/campaigns/place-weights';
import { competingDestinations, planWeightShare } from '@poklik/domain/routing/weight-share';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import css from './bulk-weights-dialog.module.css';
import { useChangeWeights, type WeightPlan } from './use-change-weights.ts';

interface BulkWeightsDialogProps {
  campaigns: Campaign[];
  opened: boolean;
  onClose: () => void;
}

const USUAL_SHARE = '70';
/** Suggested destinations, and campaigns listed before the rest is only counted. */
const NAMES_MAX = 8;
const ROWS_MAX = 100;

/** Gives a destination the same share of visitors in many campaigns, after a look at what changes. */
export function BulkWeightsDialog({ campaigns, opened, onClose }: BulkWeightsDialogProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const [text, setText] = useState('');
  const [shareText, setShareText] = useState(USUAL_SHARE);
  const { change, isSaving, problem } = useChangeWeights();
  const names = competingDestinations(campaigns);
  const share = readShare(shareText);
  const plans =
    share === null
      ? []
      : campaigns
          .map((campaign): WeightPlan => ({ campaign, weights: planWeightShare(campaign, { text, share }) }))
          .filter(({ weights }) => weights.size > 0);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (plans.length === 0) return;
    await change(plans);
    onClose();
  };
  const title = t('list.weights.title', { what: t('list.campaigns', { count: campaigns.length }) });
  return (
    <Modal opened={opened} onClose={onClose} title={title} wide closeOnClickOutside={false}>
      {names.length === 0 ? (
        <p className={css.none}>{t('list.weights.no_splits')}</p>
      ) : (
        <form className={css.form} onSubmit={(event) => void submit(event).catch(() => undefined)}>
          <Fields
            names={names}
            text={text}
            onText={setText}
            share={shareText}
            isShareWrong={share === null}
            onShare={setShareText}
          />
          {text.trim() !== '' && share !== null && <Preview plans={plans} all={campaigns.length} />}
          {problem && (
            <Banner kind="danger" role="alert">
              {problem}
            </Banner>
          )}
          <div className={css.end}>
            <Button onClick={onClose}>{t('select:cancel')}</Button>
            <Button type="submit" variant="primary" loading={isSaving} disabled={plans.length === 0}>
              {plans.length === 0 ? t('list.weights.apply_none') : t('list.weights.apply', { count: plans.length })}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}

function readShare(text: string): number | null {
  const share = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return share >= 1 ? share : null;
}

interface FieldsProps {
  names: string[];
  text: string;
  onText: (text: string) => void;
  share: string;
  isShareWrong: boolean;
  onShare: (share: string) => void;
}

function Fields({ names, text, onText, share, isShareWrong, onShare }: FieldsProps) {
  const { t } = useTranslation('campaigns');
  const id = useId();
  return (
    <>
      <div className={css.fields}>
        <label className={css.field}>
          {t('list.weights.destination')}
          <input
            className={css.input}
            value={text}
            autoComplete="off"
            data-autofocus
            onChange={(event) => onText(event.target.value)}
          />
        </label>
        <label className={css.field}>
          {t('list.weights.share')}
          <input
            className={css.share}
            inputMode="numeric"
            autoComplete="off"
            value={share}
            aria-invalid={isShareWrong || undefined}
            aria-describedby={isShareWrong ? id : undefined}
            onChange={(event) => onShare(event.target.value)}
          />
        </label>
      </div>
      {isShareWrong && (
        <p id={id} className={css.wrong}>
          {t('list.weights.share_wrong')}
        </p>
      )}
      <ul className={css.names} aria-label={t('list.weights.suggestions')}>
        {names.slice(0, NAMES_MAX).map((name) => (
          <li key={name}>
            <Button size="sm" aria-pressed={text === name} onClick={() => onText(name)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Nothing is saved yet. */
function Preview({ plans, all }: { plans: readonly WeightPlan[]; all: number }) {
  const { t } = useTranslation('campaigns');
  const hidden = plans.length - ROWS_MAX;
  if (plans.length === 0)
    return (
      <p className={css.count} role="status">
        {t('list.weights.no_changes')}
      </p>
    );
  return (
    <section className={css.preview} aria-label={t('list.weights.preview')}>
      <p className={css.count} role="status">
        {t('list.weights.changes', { count: plans.length, all })}
      </p>
      <ul className={css.rows}>
        {plans.slice(0, ROWS_MAX).map(({ campaign, weights }) => (
          <li key={campaign.id} className={css.row}>
            <span className={css.name}>{campaign.name}</span>
            <span className={css.weights}>
              {weightsText(campaign)} → <strong>{weightsText(withWeights(campaign, weights))}</strong>
            </span>
          </li>
        ))}
        {hidden > 0 && <li className={css.row}>{t('list.delete.more', { count: hidden })}</li>}
      </ul>
    </section>
  );
}
