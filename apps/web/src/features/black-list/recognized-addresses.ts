import {
  type ClassifiedAddresses,
  classifyAddresses,
  splitAddresses,
} from '@poklik/domain/black-list/classify-addresses';

/** What a text says, by the very rule that the server will follow; only what is in the list already is not known here. */
export const recognizeAddresses = (text: string, ownIp: string): ClassifiedAddresses =>
  classifyAddresses(splitAddresses(text), [], { room: Number.POSITIVE_INFINITY, ownIp });
