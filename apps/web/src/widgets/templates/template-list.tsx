import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../../ui/choice/search-field.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './template-list.module.css';

interface TemplateListProps<Template> {
  title: string;
  views: ReactNode;
  actions: ReactNode;
  text: string;
  /** Placeholder of the search. */
  search: string;
  none: { icon: LucideIcon; title: string; text: string };
  query: {
    data: readonly Template[] | undefined;
    error: Error | null;
    isPending: boolean;
    refetch: () => unknown;
  };
  children: (template: Template) => ReactNode;
}

/** Templates with a search by name. */
export function TemplateList<Template extends { name: string }>({
  title,
  views,
  actions,
  text,
  search,
  none,
  query: { data = [], error, isPending, refetch },
  children,
}: TemplateListProps<Template>) {
  const [written, setWritten] = useState('');
  const found = data.filter(({ name }) => name.toLowerCase().includes(written.trim().toLowerCase()));
  return (
    <>
      <PageHeader title={title} actions={actions} />
      {views}
      <p className={css.text}>{text}</p>
      <div className={css.search}>
        <SearchField value={written} onSearch={setWritten} placeholder={search} maxLength={100} />
      </div>
      <Delayed waiting={isPending} loader={<PageLoader />}>
        {error ? (
          <ErrorCard message={error.message} onRetry={refetch} />
        ) : found.length === 0 ? (
          <EmptyState icon={none.icon} title={none.title} text={none.text} />
        ) : (
          <ul className={css.list}>{found.map(children)}</ul>
        )}
      </Delayed>
    </>
  );
}

interface TemplateEntryProps {
  name: string;
  marks: ReactNode;
  docs: { url: string | null; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

export const TemplateEntry = ({ name, marks, docs, actions, children }: TemplateEntryProps) => (
  <li className={css.entry}>
    <div className={css.heading}>
      <h2 className={css.name}>{name}</h2>
      {marks}
      {docs.url !== null && (
        <a href={docs.url} target="_blank" rel="noreferrer noopener">
          {docs.label}
        </a>
      )}
      {actions}
    </div>
    {children}
  </li>
);

export const TemplateText = ({ children }: { children: ReactNode }) => <p className={css.text}>{children}</p>;

/** What programs read. */
export const TemplateMacros = ({ children }: { children: ReactNode }) => <p className={css.macros}>{children}</p>;
