import type { NotificationForm } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import { formProblems } from '@poklik/domain/notifications/form-problems';
import { newNotification } from '@poklik/domain/notifications/new-notification';
import { type FieldErrors, useForm } from 'react-hook-form';
import { problemError } from '../../ui/form/field-problem.ts';
import { useCreateNotification } from './notifications.queries.ts';

export const AUDIENCES = ['everyone', 'users', 'administrators'] as const;

const ROLE_OF_AUDIENCE = { everyone: undefined, users: ROLES.USER, administrators: ROLES.ADMIN };

interface Values extends NotificationForm {
  audience: (typeof AUDIENCES)[number];
}

const EMPTY: Values = {
  englishTitle: '',
  englishMessage: '',
  russianTitle: '',
  russianMessage: '',
  ukrainianTitle: '',
  ukrainianMessage: '',
  audience: 'everyone',
};

/** The fixed text for a form in which no language has both a title and a message. */
const NOTHING_TO_SEND = 'Error';

export function useNotificationForm(onDone: () => void) {
  const create = useCreateNotification();
  const form = useForm<Values>({
    defaultValues: EMPTY,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const errors: FieldErrors<Values> = {};
      for (const [field, problem] of Object.entries(formProblems(values))) {
        const key = problem.key.includes('.') ? `notifications:${problem.key}` : problem.key;
        errors[field as keyof NotificationForm] = problemError({ ...problem, key });
      }
      return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
    },
  });

  const submit = async (values: Values) => {
    const body = newNotification(values, ROLE_OF_AUDIENCE[values.audience]);
    if (body === null) throw new Error(NOTHING_TO_SEND);
    await create.mutateAsync(body);
    onDone();
  };

  return { form, submit };
}
