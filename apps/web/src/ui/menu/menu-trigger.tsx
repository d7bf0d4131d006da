import { EllipsisVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../button.tsx';

export function MenuTrigger(props: Omit<ComponentProps<typeof IconButton>, 'children'>) {
  return (
    <IconButton aria-haspopup="menu" {...props}>
      <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
