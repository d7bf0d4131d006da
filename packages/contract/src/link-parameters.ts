import * as z from 'zod/mini';
import { Sub } from './routing.ts';

/** Name of a query parameter in the tracking link. */
export const ParameterName = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'parameter_name'));

/**
 * The traffic source's macro, such as {banner_id} or ##BANNER_ID##. It is inserted into the link unescaped, so it must
 * not contain characters that end a value.
 */
export const SourceMacro = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(128),
      z.regex(/^(?:##[A-Za-z0-9_]+(?:\([A-Za-z0-9_]*\))?##|[^\s&#"'<>\\`\p{Cc}\p{Cs}])*$/u, 'source_macro'),
    ),
  '',
);

/** `?name=` in the tracking link is recorded as `sub`. */
export const CampaignParameter = z.object({ name: ParameterName, macro: SourceMacro, sub: Sub });
export type CampaignParameter = z.infer<typeof CampaignParameter>;

export const areDistinct = (values: readonly (string | number)[]): boolean => new Set(values).size === values.length;

interface LinkParameters {
  params: readonly CampaignParameter[];
  cost_param: string | null;
  external_id_param: string | null;
}

/** Every link parameter has one meaning. */
export const distinctParameters = z.refine<LinkParameters>(
  ({ params, cost_param, external_id_param }) =>
    areDistinct(params.map(({ sub }) => sub)) &&
    areDistinct([
      ...params.map(({ name }) => name),
      ...[cost_param, external_id_param].filter((name) => name !== null),
    ]),
  { path: ['params'], error: 'parameter_repeated' },
);
