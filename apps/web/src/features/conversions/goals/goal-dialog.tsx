import { GOAL_KINDS, type Goal, GoalForm, type NewGoal } from '@poklik/contract/goals';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { toFormError } from '../type-error.ts';

/** The goal at a place of the list, or a new one. */
export interface GoalRequest {
  goals: readonly Goal[];
  place: number | null;
}

interface GoalDialogProps {
  request: GoalRequest | null;
  onSave: (goals: readonly NewGoal[]) => Promise<void>;
  onClose: () => void;
}

export function GoalDialog({ request, onSave, onClose }: GoalDialogProps) {
  const { t } = useTranslation('conversions');
  const goal = request?.place == null ? undefined : request.goals[request.place];
  return (
    <Modal
      opened={request !== null}
      onClose={onClose}
      title={goal ? t('goal_list.edit_title', { goal: goal.name }) : t('goal_list.add_title')}
      closeOnClickOutside={false}
    >
      {request && <GoalFields request={request} onSave={onSave} onDone={onClose} />}
    </Modal>
  );
}

const LABELS = {
  event: 'goal_list.event',
  conversion_type: 'goal_list.type',
  step: 'goal_list.step',
} as const satisfies Record<Goal['kind'], string>;
const HINTS = {
  event: 'goal_list.event_hint',
  conversion_type: 'goal_list.type_hint',
  step: 'goal_list.step_hint',
} as const satisfies Record<Goal['kind'], string>;

interface GoalFieldsProps extends Pick<GoalDialogProps, 'onSave'> {
  request: GoalRequest;
  onDone: () => void;
}

function GoalFields({ request: { goals, place }, onSave, onDone }: GoalFieldsProps) {
  const { t } = useTranslation('conversions');
  const goal = place === null ? undefined : goals[place];
  const at = place ?? goals.length;
  const form = useZodForm(GoalForm, {
    defaultValues: { name: goal?.name ?? '', kind: goal?.kind ?? 'event', match: goal?.match ?? '' },
  });
  const kind = form.watch('kind');
  const submit = async (values: GoalForm) => {
    const saved: NewGoal = { ...values, ...(goal ? { number: goal.number } : {}) };
    await onSave((goals as readonly NewGoal[]).toSpliced(at, goal ? 1 : 0, saved)).catch((error: unknown) => {
      throw toFormError(error, { list: 'goals', place: at, field: 'name' });
    });
    onDone();
  };
  return (
    <Form form={form} onSubmit={submit}>
      <FormError />
      <TextField name="name" label={t('goal_list.name')} autoComplete="off" required />
      <SelectField
        name="kind"
        label={t('goal_list.kind')}
        options={GOAL_KINDS.map((value) => ({ value, label: t(`goal_list.kinds.${value}`) }))}
      />
      <TextField name="match" label={t(LABELS[kind])} hint={t(HINTS[kind])} autoComplete="off" required />
      <DialogActions>
        <SubmitButton>{t('goal_list.save')}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
