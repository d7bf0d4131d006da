import type { ResponseOf } from '@poklik/contract/endpoint';
import type { usersApi } from '@poklik/contract/users';

export type CustomerUser = ResponseOf<typeof usersApi.get>['data'];

/** Props shared by all tabs. */
export interface TabProps {
  user: CustomerUser;
  /** The note being written. */
  draft: string;
  setDraft: (text: string) => void;
}
