import type { ListedUser } from '@poklik/contract/users';

/** What every question about a user is given. */
export interface DialogProps {
  user: ListedUser;
  opened: boolean;
  onClose: () => void;
}
