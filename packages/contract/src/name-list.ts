import * as z from 'zod/mini';
import { isTypeColumn, TypeColumn } from './type-columns.ts';

type Known<Name extends string> = readonly [Name, ...Name[]];

/** Distinct names, comma-separated. */
export function nameList<Name extends string>(all: Known<Name>, max: number, error: 'group_by' | 'columns') {
  const names = readNames((name): name is Name => all.some((known) => known === name), max);
  return z.pipe(textOf(names, { error, lengthMax: 600 }), z.pipe(z.transform(orNone(names)), z.array(z.enum(all))));
}

/** The same with columns of conversion types. */
export function columnList<Name extends string>(all: Known<Name>) {
  const isKnown = (name: string): name is Name | TypeColumn =>
    all.some((known) => known === name) || isTypeColumn(name);
  const names = readNames(isKnown, all.length + TYPE_COLUMNS_MAX);
  return z.pipe(
    textOf(names, { error: 'columns', lengthMax: 4_000 }),
    z.pipe(z.transform(orNone(names)), z.array(z.union([z.enum(all), TypeColumn]))),
  );
}

const TYPE_COLUMNS_MAX = 80;

type ReadNames<Name> = (text: string) => Name[] | null;

const readNames =
  <Name extends string>(isKnown: (name: string) => name is Name, max: number): ReadNames<Name> =>
  (text) => {
    const names = text === '' ? [] : text.split(',');
    return names.every(isKnown) && new Set(names).size === names.length && names.length <= max ? names : null;
  };

const textOf = (read: ReadNames<string>, { error, lengthMax }: { error: 'group_by' | 'columns'; lengthMax: number }) =>
  z.string().check(
    z.maxLength(lengthMax),
    z.refine((text) => read(text) !== null, { error }),
  );

const orNone =
  <Name>(read: ReadNames<Name>) =>
  (text: string): Name[] =>
    read(text) ?? [];
