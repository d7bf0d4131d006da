import type { NotificationForm } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { formProblems } from '@poklik/domain/notifications/form-problems';
import { newNotification } from '@poklik/domain/notifications/new-notification';
import { type FieldErrors, useForm } from 'react-hook-form';
import { problemError } from '../../ui/form/field-problem.ts';
import { useCreateNotification } from './notifications.queries.ts';

export const AUDIENCES = ['everyone', 'users', 'administrators', 'tariff', 'segment'] as const;

export interface NotificationValues extends NotificationForm {
  audience: (typeof AUDIENCES)[number];
  tariff_id: string | null;
  segment_id: string | null;
  /** In UTC; null for at once and for no end. */
  starts_at: string | null;
  ends_at: string | null;
  by_mail: boolean;
}

function audienceOf({ audience, tariff_id, segment_id }: NotificationValues): Parameters<typeof newNotification>[1] {
  switch (audience) {
    case 'everyone':
      return {};
    case 'users':
      return { role: ROLES.USER };
    case 'administrators':
      return { role: ROLES.ADMIN };
    case 'tariff':
      return { tariff_id: Number(tariff_id) };
    case 'segment':
      return { segment_id: Number(segment_id) };
  }
}

const EMPTY: NotificationValues = {
  englishTitle: '',
  englishMessage: '',
  russianTitle: '',
  russianMessage: '',
  ukrainianTitle: '',
  ukrainianMessage: '',
  audience: 'everyone',
  tariff_id: null,
  segment_id: null,
  starts_at: null,
  ends_at: null,
  by_mail: false,
};

/** Fixed text for a form without a complete language. */
const NOTHING_TO_SEND = 'Error';

export function useNotificationForm(onDone: () => void) {
  const create = useCreateNotification();
  const form = useForm<NotificationValues>({
    defaultValues: EMPTY,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors: FieldErrors<NotificationValues> = {};
      for (const [field, problem] of Object.entries(formProblems(values))) {
        const key = problem.key.includes('.') ? `notifications:${problem.key}` : problem.key;
        errors[field as keyof NotificationForm] = problemError({ ...problem, key });
      }
      if (values.audience === 'tariff' && values.tariff_id === null)
        errors.tariff_id = problemError({ key: 'notifications:tariff_required' });
      if (values.audience === 'segment' && values.segment_id === null)
        errors.segment_id = problemError({ key: 'notifications:segment_required' });
      if (values.starts_at && values.ends_at && values.starts_at >= values.ends_at)
        errors.ends_at = problemError({ key: 'ends_before_start' });
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });

  const submit = async (values: NotificationValues) => {
    const { starts_at, ends_at, by_mail } = values;
    const more = { ...(starts_at && { starts_at }), ...(ends_at && { ends_at }), ...(by_mail && { by_mail }) };
    const body = newNotification(values, { ...audienceOf(values), ...more });
    if (body === null) throw new Error(NOTHING_TO_SEND);
    await create.mutateAsync(body);
    onDone();
  };

  return { form, submit };
}
