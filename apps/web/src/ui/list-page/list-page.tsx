import type { ReactNode } from 'react';
import { PageHeader } from '../page-header.tsx';
import { List, type ListProps } from './list.tsx';

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'label'> {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Accessible name of the list; the title by default. */
  label?: string;
  /** Between the title and the filters. */
  above?: ReactNode;
  /** What follows the list, and its dialogs. */
  children?: ReactNode;
}

/** A page about one list. */
export function ListPage<Row>({ title, subtitle, actions, above, children, ...list }: ListPageProps<Row>) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      {above}
      <List label={title} {...list} />
      {children}
    </>
  );
}
