import * as z from 'zod/mini';
import { CampaignVersions } from './bulk-edits.ts';
import { Tag } from './campaign-bulk.ts';
import { CampaignStatus, SEARCH_MAX } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { Id, line } from './fields.ts';

/** Campaigns of one file. */
export const FILE_CAMPAIGNS_MAX = 1_000;
/** Offers and landers of one file, each. */
export const FILE_TARGETS_MAX = 500;
/** Lines of a CSV file. */
export const FILE_LINES_MAX = 100_000;
/** Problems listed per campaign. */
export const FILE_PROBLEMS_MAX = 20;
export const FILE_BYTES_MAX = 5 * 1024 * 1024;
/** JSON may double the size of a text. */
const BODY_BYTES_MAX = FILE_BYTES_MAX * 2;

export const FILE_FORMATS = ['json', 'csv'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The same filters as the list. */
const query = z.object({
  search: z.optional(line(0, SEARCH_MAX)),
  status: z.optional(CampaignStatus),
  tag: z.optional(Tag),
});

export const IMPORT_RESULTS = ['create', 'update', 'skip'] as const;
/** `same`: nothing would change. `conflict`: it was saved or created since the preview. */
export const SKIP_REASONS = ['same', 'invalid', 'conflict', 'limit'] as const;

const FileProblem = z.object({
  /** 1-based; null where the file as a whole is meant. */
  line: z.nullable(z.int()),
  /** Name of the CSV column, or the path in the JSON document. */
  column: z.string(),
  message: z.string(),
});
export type FileProblem = z.infer<typeof FileProblem>;

export const CampaignImportReport = z.object({
  campaigns: z.array(
    z.object({
      name: z.string(),
      line: z.nullable(z.int()),
      /** Null for a campaign that is still to be created. */
      id: z.nullable(Id),
      result: z.enum(IMPORT_RESULTS),
      /** Only for `skip`. */
      reason: z.nullable(z.enum(SKIP_REASONS)),
      /** Settings that change; only for `update`. */
      changed: z.array(z.string()),
      problems: z.array(FileProblem),
    }),
  ),
  /** Offers and landers of the file. Those with a known name are used as they are. */
  targets: z.array(
    z.object({
      kind: z.enum(['offer', 'lander']),
      name: z.string(),
      result: z.enum(['create', 'use', 'skip']),
      /** The known one has another URL than the file. */
      differs: z.boolean(),
      problems: z.array(FileProblem),
    }),
  ),
  counts: z.record(z.enum(IMPORT_RESULTS), z.int()),
  /** What the preview saw. Empty if no campaign would be updated. */
  token: z.string(),
});
export type CampaignImportReport = z.infer<typeof CampaignImportReport>;

/** Settings as in requests, with names of offers and landers instead of IDs. */
const settingsList = z.array(z.record(z.string(), z.unknown()));

export const campaignFilesApi = {
  exportJson: endpoint({
    method: 'GET',
    path: '/companies_related/export/json',
    access: 'campaigns:read',
    summary: 'Exports settings of campaigns with their offers and landers as JSON, for import.',
    query,
    kind: 'json_stream',
    isLong: true,
    file: 'campaigns.json',
    response: z.object({ poklik: z.int(), offers: settingsList, landers: settingsList, campaigns: settingsList }),
    errors: ['forbidden'],
  }),
  exportCsv: endpoint({
    method: 'GET',
    path: '/companies_related/export/csv',
    access: 'campaigns:read',
    summary: 'Exports destinations and rules of campaigns as CSV with a line per destination, for import.',
    query,
    kind: 'csv',
    isLong: true,
    file: 'campaign-destinations.csv',
    response: z.string(),
    errors: ['forbidden'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/companies_related/import',
    access: 'campaigns:write',
    summary: 'Creates and updates campaigns from an exported file, or previews the result for each.',
    body: z.object({
      format: z.enum(FILE_FORMATS),
      /** The file. Campaigns are found by their name; settings that it doesn’t have stay as they are. */
      text: z.string().check(z.minLength(1), z.maxLength(FILE_BYTES_MAX)),
      dry_run: z._default(z.boolean(), false),
      /** Of a preview. Campaigns that were saved or created since are skipped. */
      token: z.optional(z.union([z.literal(''), CampaignVersions])),
    }),
    bodyBytesMax: BODY_BYTES_MAX,
    isLong: true,
    response: z.object({ data: CampaignImportReport }),
    errors: ['forbidden'],
  }),
};
