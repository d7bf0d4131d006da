import {
  type ClassifiedAddresses,
  classifyAddresses,
  splitAddresses,
} from '@poklik/domain/black-list/classify-addresses';

/** Parses with the server's rule; existing entries are not known here. */
export const recognizeAddresses = (text: string, ownIp: string): ClassifiedAddresses =>
  classifyAddresses(splitAddresses(text), [], { room: Number.POSITIVE_INFINITY, ownIp });
