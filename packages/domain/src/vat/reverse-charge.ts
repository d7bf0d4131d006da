/** What each member state calls the reverse charge on its invoices. */
const TEXTS: Readonly<Record<string, string>> = {
  AT: 'Steuerschuldnerschaft des Leistungsempfängers',
  BE: 'Btw verlegd / Autoliquidation',
  BG: 'Обратно начисляване',
  CY: 'Αντίστροφη επιβάρυνση',
  CZ: 'Daň odvede zákazník',
  DE: 'Steuerschuldnerschaft des Leistungsempfängers',
  DK: 'Omvendt betalingspligt',
  EE: 'Pöördmaksustamine',
  ES: 'Inversión del sujeto pasivo',
  FI: 'Käännetty verovelvollisuus',
  FR: 'Autoliquidation',
  GR: 'Αντίστροφη επιβάρυνση',
  HR: 'Prijenos porezne obveze',
  HU: 'Fordított adózás',
  IE: '',
  IT: 'Inversione contabile',
  LT: 'Atvirkštinis apmokestinimas',
  LU: 'Autoliquidation',
  LV: 'Nodokļa apgrieztā maksāšana',
  MT: 'Inverżjoni tal-ħlas',
  NL: 'Btw verlegd',
  PL: 'Odwrotne obciążenie',
  PT: 'Autoliquidação',
  RO: 'Taxare inversă',
  SE: 'Omvänd betalningsskyldighet',
  SI: 'Obrnjena davčna obveznost',
  SK: 'Prenesenie daňovej povinnosti',
};

export const REVERSE_CHARGE = 'Reverse charge';

/** In English and the language of the buyer's country. */
export const reverseChargeTexts = (country: string | null): string[] =>
  [REVERSE_CHARGE, TEXTS[country ?? ''] ?? ''].filter(Boolean);
