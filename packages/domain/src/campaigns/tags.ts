import { TAGS_MAX } from '@poklik/contract/campaigns';

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Distinct tags in their original case. */
export const distinctTags = (tags: readonly string[]): string[] =>
  tags.filter((tag, place) => tags.findIndex((other) => isSame(tag, other)) === place);

/** Unchanged if the tag exists or the limit is reached. */
export const withTag = (tags: readonly string[], tag: string): string[] =>
  tags.length >= TAGS_MAX || tags.some((other) => isSame(tag, other)) ? [...tags] : [...tags, tag];

export const withoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((other) => !isSame(tag, other));
