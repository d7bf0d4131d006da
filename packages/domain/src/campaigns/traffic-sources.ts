import type { TrafficSource } from '@poklik/contract/campaign-options';
import { SUBS, type Sub } from '@poklik/contract/routing';

type Parameter = readonly [name: string, macro: string];

interface Template {
  code: string;
  name: string;
  /** In the order of subs. Parameters without a macro are filled by hand. */
  params: readonly Parameter[];
  /** The source's click ID. Without a macro the source adds the parameter itself. */
  click?: Parameter;
  cost?: Parameter;
}

/** Macros as documented by each source. */
const TEMPLATES: readonly Template[] = [
  {
    code: 'facebook',
    name: 'Meta (Facebook, Instagram)',
    params: [
      ['campaign_id', '{{campaign.id}}'],
      ['adset_id', '{{adset.id}}'],
      ['ad_id', '{{ad.id}}'],
      ['campaign', '{{campaign.name}}'],
      ['adset', '{{adset.name}}'],
      ['ad', '{{ad.name}}'],
      ['placement', '{{placement}}'],
      ['site_source', '{{site_source_name}}'],
    ],
    click: ['fbclid', ''],
  },
  {
    code: 'google',
    name: 'Google Ads',
    params: [
      ['campaign_id', '{campaignid}'],
      ['adgroup_id', '{adgroupid}'],
      ['creative', '{creative}'],
      ['keyword', '{keyword}'],
      ['match_type', '{matchtype}'],
      ['network', '{network}'],
      ['placement', '{placement}'],
      ['target_id', '{targetid}'],
    ],
    click: ['gclid', '{gclid}'],
  },
  {
    code: 'tiktok',
    name: 'TikTok Ads',
    params: [
      ['campaign_id', '__CAMPAIGN_ID__'],
      ['adgroup_id', '__AID__'],
      ['ad_id', '__CID__'],
      ['campaign', '__CAMPAIGN_NAME__'],
      ['adgroup', '__AID_NAME__'],
      ['ad', '__CID_NAME__'],
      ['placement', '__PLACEMENT__'],
    ],
    click: ['ttclid', '__CLICKID__'],
  },
  {
    code: 'microsoft',
    name: 'Microsoft Ads',
    params: [
      ['campaign_id', '{CampaignId}'],
      ['adgroup_id', '{AdGroupId}'],
      ['ad_id', '{AdId}'],
      ['keyword', '{keyword}'],
      ['match_type', '{MatchType}'],
      ['network', '{Network}'],
    ],
    click: ['msclkid', '{msclkid}'],
  },
  {
    code: 'x',
    name: 'X (Twitter) Ads',
    params: [
      ['campaign', ''],
      ['ad_group', ''],
      ['ad', ''],
    ],
    click: ['twclid', ''],
  },
  {
    code: 'telegram',
    name: 'Telegram Ads',
    params: [
      ['channel', ''],
      ['ad', ''],
    ],
  },
  {
    code: 'taboola',
    name: 'Taboola',
    params: [
      ['campaign_id', '{campaign_id}'],
      ['item_id', '{campaign_item_id}'],
      ['site_id', '{site_id}'],
      ['site', '{site}'],
      ['campaign', '{campaign_name}'],
      ['title', '{title}'],
      ['platform', '{platform}'],
    ],
    click: ['tblci', '{click_id}'],
    cost: ['cost', '{cpc}'],
  },
  {
    code: 'outbrain',
    name: 'Outbrain',
    params: [
      ['campaign_id', '{{campaign_id}}'],
      ['ad_id', '{{ad_id}}'],
      ['publisher_id', '{{publisher_id}}'],
      ['publisher', '{{publisher_name}}'],
      ['section_id', '{{section_id}}'],
      ['section', '{{section_name}}'],
    ],
    click: ['ob_click_id', '{{ob_click_id}}'],
  },
  {
    code: 'mgid',
    name: 'MGID',
    params: [
      ['campaign_id', '{campaign_id}'],
      ['teaser_id', '{teaser_id}'],
      ['widget_id', '{widget_id}'],
      ['category_id', '{category_id}'],
      ['geo', '{geo}'],
      ['source_id', '{source_id}'],
    ],
    click: ['click', '{click_id}'],
    cost: ['cost', '{click_price}'],
  },
  {
    code: 'propellerads',
    name: 'PropellerAds',
    params: [
      ['campaign_id', '{campaignid}'],
      ['zone_id', '{zoneid}'],
      ['banner_id', '{bannerid}'],
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source's own macro
    click: ['visitor_id', '${SUBID}'],
    cost: ['cost', '{cost}'],
  },
  {
    code: 'kadam',
    name: 'Kadam',
    params: [
      ['campaign_id', '[CID]'],
      ['ad_id', '[ID]'],
      ['site_id', '[SID]'],
      ['category_id', '[CATID]'],
      ['keyword', '[TGTXT]'],
    ],
    click: ['click', '[CPA]'],
    cost: ['cost', '[CLC]'],
  },
  {
    code: 'richads',
    name: 'RichAds',
    params: [
      ['campaign_id', '[CAMPAIGN_ID]'],
      ['creative_id', '[CREATIVE_ID]'],
      ['publisher_id', '[PUBLISHER_ID]'],
      ['site_id', '[SITE_ID]'],
    ],
    click: ['click', '[CLICK_ID]'],
  },
  {
    code: 'zeropark',
    name: 'Zeropark',
    params: [
      ['campaign_id', '{campaign_id}'],
      ['target', '{target}'],
      ['source', '{source}'],
      ['keyword', '{keyword}'],
      ['match', '{match}'],
      ['traffic_type', '{traffic_type}'],
    ],
    click: ['click', '{cid}'],
    cost: ['cost', '{visit_cost}'],
  },
  {
    code: 'email',
    name: 'Email',
    params: [
      ['mailing', ''],
      ['segment', ''],
      ['link', ''],
    ],
  },
  {
    code: 'organic',
    name: 'Organic',
    params: [
      ['page', ''],
      ['post', ''],
    ],
  },
];

export const TRAFFIC_SOURCES: readonly TrafficSource[] = TEMPLATES.map(({ code, name, params, click, cost }) => ({
  code,
  name,
  params: params.map(([parameter, macro], place) => ({ name: parameter, macro, sub: SUBS[place] as Sub })),
  external_id_param: click?.[0] ?? null,
  external_id_macro: click?.[1] ?? '',
  cost_param: cost?.[0] ?? null,
  cost_macro: cost?.[1] ?? '',
}));

/** Codes of sources whose name contains the text. */
export const findTrafficSources = (text: string): string[] =>
  TRAFFIC_SOURCES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).map(({ code }) => code);
