import { type AccessRows, OPERATOR } from './row.ts';

export const statisticsRows: AccessRows = {
  'GET /v1/currency_rates': { audience: OPERATOR, status: 200 },
  'PUT /v1/currency_rates': {
    audience: OPERATOR,
    status: 200,
    body: () => ({ rates: [{ currency: 'EUR', rate: '1.08' }] }),
  },
};
