import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { HelpList } from './help-list.tsx';
import { Thread } from './thread.tsx';

interface HelpTabProps {
  title: string;
  views: ReactNode;
}

/** Help requests, or the one in the URL. */
export function HelpTab({ title, views }: HelpTabProps) {
  const [search] = useSearchParams();
  // Kept here, so that a look at the list loses no answer.
  const [drafts, setDrafts] = useState<Record<string, string>>({});
  const id = search.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id)) return <HelpList title={title} views={views} />;
  return (
    <Thread
      key={id}
      id={Number(id)}
      draft={drafts[id] ?? ''}
      onDraft={(text) => setDrafts((before) => ({ ...before, [id]: text }))}
    />
  );
}
