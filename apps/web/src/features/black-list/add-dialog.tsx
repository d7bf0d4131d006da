import { useDebouncedValue } from '@mantine/hooks';
import { BLACK_LIST_ACTIONS, BlackListForm, type BlackListReport } from '@poklik/contract/black-list';
import { roomLeft } from '@poklik/domain/tariffs/limits';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { useZodForm, type ZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { ALL_CAMPAIGNS, useCampaignOptions } from '../../widgets/use-campaign-options.ts';
import { AddReport, hasDetails } from './add-report.tsx';
import { type AddWarning, AddWarnings } from './add-warnings.tsx';
import { useAddAddresses } from './black-list.queries.ts';
import css from './black-list-dialog.module.css';
import { recognizeAddresses } from './recognized-addresses.ts';
import { RecognizedCount } from './recognized-count.tsx';

const PAUSE_MS = 150;

const EMPTY: BlackListForm = { ip_addresses: '', action: 'exclude', campaign_id: ALL_CAMPAIGNS, comment: '' };

interface AddDialogProps {
  opened: boolean;
  onClose: () => void;
  limits: { used: number; max: number | null };
  ownIp: string;
}

export function AddDialog({ opened, onClose, ...known }: AddDialogProps) {
  const { t } = useTranslation('black_list_page');
  const [typed, setTyped] = useState(false);
  const close = () => {
    setTyped(false);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('add_title')}
      wide
      closeOnClickOutside={!typed}
      closeOnEscape={!typed}
    >
      <div onInput={() => setTyped(true)}>
        <AddSteps {...known} onDone={close} />
      </div>
    </Modal>
  );
}

const rejectedText = ({ refused }: BlackListReport): string => refused.map(({ text }) => text).join('\n');

const isAmong = (doubts: readonly AddWarning[], { ip, reason }: AddWarning): boolean =>
  doubts.some((doubt) => doubt.ip === ip && doubt.reason === reason);

type StepsProps = Pick<AddDialogProps, 'limits' | 'ownIp'> & { onDone: () => void };

/** Form, then warnings to confirm, then the result, above the form if lines were rejected. */
function AddSteps({ limits, ownIp, onDone }: StepsProps) {
  const { t } = useTranslation('black_list_page');
  const form = useZodForm(BlackListForm, { defaultValues: EMPTY });
  const add = useAddAddresses();
  const [doubts, setWarnings] = useState<AddWarning[]>([]);
  const [report, setReport] = useState<BlackListReport>();

  const submit = async ({ campaign_id: campaign, ...values }: BlackListForm) => {
    const found = recognizeAddresses(values.ip_addresses, ownIp).warnings;
    if (doubts.length === 0 && found.length > 0) return setWarnings(found);
    setWarnings([]);
    const answer = await add.mutateAsync({
      ...values,
      campaign_id: campaign === ALL_CAMPAIGNS ? null : Number(campaign),
    });
    form.setValue('ip_addresses', rejectedText(answer));
    const report = { ...answer, warnings: answer.warnings.filter((warning) => !isAmong(found, warning)) };
    if (hasDetails(report)) return setReport(report);
    toast(t('added', { count: report.added.length }));
    onDone();
  };

  const isDone = report !== undefined && report.refused.length === 0;
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      {doubts.length > 0 ? (
        <ConfirmStep doubts={doubts} form={form} ownIp={ownIp} onBack={() => setWarnings([])} />
      ) : (
        <>
          {report && <AddReport report={report} />}
          {report?.refused.some(({ reason }) => reason === 'limit_reached') && <LimitReached limits={limits} />}
          {isDone ? (
            <DoneStep onDone={onDone} onMore={() => setReport(undefined)} />
          ) : (
            <Fields
              form={form}
              ownIp={ownIp}
              room={roomLeft(limits.max, limits.used)}
              told={report && rejectedText(report)}
            />
          )}
        </>
      )}
    </Form>
  );
}

/** The first control of a step. */
function useFocusFirst() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}

interface ConfirmStepProps {
  doubts: AddWarning[];
  form: ZodForm<typeof BlackListForm>;
  ownIp: string;
  onBack: () => void;
}

function ConfirmStep({ doubts, form, ownIp, onBack }: ConfirmStepProps) {
  const { t } = useTranslation('black_list_page');
  const back = useFocusFirst();
  return (
    <>
      <AddWarnings doubts={doubts} action={form.getValues('action')} ownIp={ownIp} />
      <DialogActions>
        <Button ref={back} onClick={onBack}>
          {t('back')}
        </Button>
        <SubmitButton>{t('add_anyway')}</SubmitButton>
      </DialogActions>
    </>
  );
}

function DoneStep({ onDone, onMore }: { onDone: () => void; onMore: () => void }) {
  const { t } = useTranslation('black_list_page');
  const done = useFocusFirst();
  return (
    <DialogActions>
      <Button onClick={onMore}>{t('add_more')}</Button>
      <Button ref={done} variant="primary" onClick={onDone}>
        {t('done')}
      </Button>
    </DialogActions>
  );
}

export function LimitReached({ limits: { max } }: Pick<AddDialogProps, 'limits'>) {
  const { t } = useTranslation('black_list_page');
  const localizedPath = useLocalizedPath();
  return (
    <Banner kind="warning" action={<Link to={localizedPath(paths.tariffs)}>{t('to_tariffs')}</Link>}>
      {t('full', { max })}
    </Banner>
  );
}

interface FieldsProps {
  form: ZodForm<typeof BlackListForm>;
  ownIp: string;
  room: number;
  /** Text fully covered by the report. */
  told: string | undefined;
}

function Fields({ form, ownIp, room, told }: FieldsProps) {
  const { t } = useTranslation('black_list_page');
  // The previous step's button is gone, so the field takes the focus.
  useEffect(() => form.setFocus('ip_addresses'), [form]);
  const campaigns = useCampaignOptions(useWatch({ control: form.control, name: 'campaign_id' }));
  // Parsing ten thousand lines takes time, so it waits for a pause in typing.
  const [text] = useDebouncedValue(useWatch({ control: form.control, name: 'ip_addresses' }), PAUSE_MS);
  const found = useMemo(() => recognizeAddresses(text, ownIp), [text, ownIp]);
  return (
    <>
      <div className={css.part}>
        <TextareaField
          name="ip_addresses"
          label={t('addresses')}
          hint={t('addresses_hint')}
          rows={8}
          className={css.addresses}
          placeholder={'203.0.113.7\n198.51.100.0/24\n2001:db8::/48'}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          data-autofocus
        />
        {text !== told && <RecognizedCount found={found} room={room} />}
      </div>
      <ChoiceField
        name="action"
        label={t('action')}
        options={BLACK_LIST_ACTIONS.map((action) => ({ value: action, label: t(action), text: t(`${action}_text`) }))}
      />
      <SelectField name="campaign_id" label={t('campaign')} hint={t('campaign_hint')} searchable {...campaigns} />
      <TextField name="comment" label={t('comment')} hint={t('comment_hint')} autoComplete="off" maxLength={200} />
      <DialogActions>
        <SubmitButton>
          {found.added.length > 0 ? t('add_count', { count: found.added.length }) : t('add_anything')}
        </SubmitButton>
      </DialogActions>
    </>
  );
}
