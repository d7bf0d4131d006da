import { FILE_CAMPAIGNS_MAX, FILE_LINES_MAX, FILE_TARGETS_MAX, type FileFormat } from '@poklik/contract/campaign-files';
import { invalidField } from '@poklik/contract/errors';
import { nameKey } from '@poklik/domain/campaign-files/file-targets';
import { findJsonError, findJsonPlaces } from '@poklik/domain/campaign-files/json-places';
import { type CellProblem, readCampaignCsv } from '@poklik/domain/campaign-files/read-csv';

export type Json = Record<string, unknown>;

/** A campaign, an offer or a lander of a file. */
export interface FileThing {
  name: string;
  settings: Json;
  /** In the file. Paths of its settings follow after a dot. */
  path: string;
}

export interface FileCampaign extends FileThing {
  /** Found while reading. */
  problems: CellProblem[];
}

export interface FilePlace {
  line: number | null;
  column: string;
}

export interface CampaignFile {
  campaigns: FileCampaign[];
  offers: FileThing[];
  landers: FileThing[];
  /** Where paths of the file stand; all at once, because a large file is read only once. */
  locate(paths: readonly string[]): (path: string) => FilePlace;
}

export function readFile(format: FileFormat, text: string): CampaignFile {
  const file = format === 'json' ? readJson(text.replace(/^\uFEFF/, '')) : readCsv(text);
  if (file.campaigns.length === 0) throw invalidField('text', 'file_empty');
  if (file.campaigns.length > FILE_CAMPAIGNS_MAX)
    throw invalidField('text', { key: 'campaigns_max', values: { max: FILE_CAMPAIGNS_MAX } });
  if (Math.max(file.offers.length, file.landers.length) > FILE_TARGETS_MAX)
    throw invalidField('text', { key: 'file_targets_max', values: { max: FILE_TARGETS_MAX } });
  return file;
}

/** Names that an earlier campaign of the file has. */
export function findRepeated(campaigns: readonly FileCampaign[]): Set<FileCampaign> {
  const seen = new Set<string>();
  return new Set(
    campaigns.filter(({ name }) => {
      const key = nameKey(name);
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated;
    }),
  );
}

function readCsv(text: string): CampaignFile {
  if ((text.match(/\n/g)?.length ?? 0) > FILE_LINES_MAX)
    throw invalidField('text', { key: 'too_many', values: { max: FILE_LINES_MAX } });
  const campaigns = readCampaignCsv(text);
  if (!campaigns) throw invalidField('text', 'file_columns');
  return {
    campaigns: campaigns.map(({ name, settings, problems }, at) => ({
      ...{ name, settings, problems },
      path: `campaigns.${at}`,
    })),
    offers: [],
    landers: [],
    locate: () => (path) => {
      const [, at, ...rest] = path.split('.');
      return campaigns[Number(at)]?.placeOf(rest.join('.')) ?? { line: null, column: path };
    },
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson(text: string): CampaignFile {
  const broken = findJsonError(text);
  if (broken) throw invalidField('text', { key: 'file_json', values: { ...broken } });
  const whole: unknown = JSON.parse(text);
  const readList = (kind: 'campaigns' | 'offers' | 'landers'): FileThing[] => {
    const value = isObject(whole) ? whole[kind] : undefined;
    return (Array.isArray(value) ? value : []).map((each: unknown, at) => {
      const settings = isObject(each) ? each : {};
      const name = typeof settings.name === 'string' ? settings.name.trim() : '';
      return { name, settings, path: `${kind}.${at}` };
    });
  };
  return {
    campaigns: readList('campaigns').map((each) => ({ ...each, problems: [] })),
    offers: readList('offers'),
    landers: readList('landers'),
    locate: (paths) => {
      const places = findJsonPlaces(text, paths);
      return (path) => ({ line: places.get(path)?.line ?? null, column: path });
    },
  };
}
