import { type SortedAddresses, sortAddresses, splitAddresses } from '@poklik/domain/black-list/sort-addresses';

/** What a text says, by the very rule that the server will follow; only what is in the list already is not known here. */
export const recognise = (text: string, ownIp: string): SortedAddresses =>
  sortAddresses(splitAddresses(text), [], { room: Number.POSITIVE_INFINITY, ownIp });
