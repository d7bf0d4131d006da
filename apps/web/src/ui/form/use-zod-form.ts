import type { Schema } from '@poklik/contract/endpoint';
import { problemsByField } from '@poklik/contract/issues';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { problemError, SERVER_PROBLEM } from './field-problem.ts';

type Input<S extends Schema> = S['_zod']['input'] & FieldValues;
type Output<S extends Schema> = S['_zod']['output'];
export type ZodForm<S extends Schema> = UseFormReturn<Input<S>, unknown, Output<S>>;

/**
 * Validates with the contract's schema. The form itself validates only on submit; `use-field.ts` decides when single
 * fields are validated.
 */
export function useZodForm<S extends Schema>(
  schema: S,
  options: { defaultValues: DefaultValues<Input<S>> },
): ZodForm<S> {
  return useForm<Input<S>, unknown, Output<S>>({
    defaultValues: options.defaultValues,
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  });
}

function zodResolver<S extends Schema>(schema: S): Resolver<Input<S>, unknown, Output<S>> {
  return (values) => {
    const result = schema.safeParse(values, { reportInput: true });
    if (result.success) return { values: result.data as Output<S>, errors: {} };
    const errors: FieldErrors<Input<S>> = {};
    for (const [path, [problem]] of Object.entries(problemsByField(result.error.issues))) {
      if (problem) set(errors, path === '' ? 'root' : path, problemError(problem));
    }
    return { values: {}, errors };
  };
}

/** Error of a failed request, with messages for single fields. */
interface Refusal extends Error {
  fields?: Record<string, string[]> | undefined;
}

/** Shows server errors under their fields and the rest above the form. Returns the invalid fields. */
export function applyServerErrors<V extends FieldValues, C, T>(form: UseFormReturn<V, C, T>, error: unknown): string[] {
  const { message, fields = {} }: Refusal = error instanceof Error ? error : new Error(String(error));
  const elsewhere: string[] = [];
  const refused: string[] = [];
  for (const [name, texts] of Object.entries(fields)) {
    if (get(form.getValues(), name) === undefined) {
      elsewhere.push(...texts);
      continue;
    }
    form.setError(
      name as Path<V>,
      { type: SERVER_PROBLEM, message: texts.join(' ') },
      { shouldFocus: refused.length === 0 },
    );
    refused.push(name);
  }
  if (refused.length > 0 && elsewhere.length === 0) return refused;
  form.setError('root', {
    type: SERVER_PROBLEM,
    message: elsewhere.length > 0 ? elsewhere.join('\n') : message,
  });
  return refused;
}
