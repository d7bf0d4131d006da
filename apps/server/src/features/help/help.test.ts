import type { AuditEntry } from '@poklik/contract/audit';
import { HELP_MESSAGES_PER_DAY, HELP_REQUESTS_MAX, type HelpRequest, type HelpThread } from '@poklik/contract/help';
import { ROLES } from '@poklik/contract/roles';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';
import { encodePng } from '../settings/png.fixture.ts';

let product: TestApp;
let operator: Person;
let owner: Person;
let member: Person;
let stranger: Person;
beforeAll(async () => {
  product = await createTestApp();
  operator = await product.person({ role: ROLES.SUPER_ADMIN });
  [owner, member, stranger] = [await product.person(), await product.person(), await product.person()];
  const { pool } = product.services;
  await pool.query('update users set account_id = $2 where id = $1', [member.id, owner.accountId]);
  await pool.query("update team_members set account_id = $2, role = 'VIEWER' where user_id = $1", [
    member.id,
    owner.accountId,
  ]);
});
afterAll(() => product.close());
beforeEach(() => product.services.pool.query('delete from help_requests'));

const QUESTION = { subject: 'Clicks are missing', text: 'Since yesterday, 10:00.' };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (person: Person, method: Method, path: string, body?: object) =>
  product.call(method, path, { token: person.token, ...(body && { body }) });
const ask = async (person: Person, changes: object = {}): Promise<HelpThread> =>
  (await call(person, 'POST', '/help_requests', { ...QUESTION, ...changes })).json().data;
const say = (person: Person, { id }: HelpThread, text = 'More', changes: object = {}) =>
  call(person, 'POST', `/help_requests/${id}/messages`, { text, ...changes });
const list = async (person: Person, query = ''): Promise<number[]> =>
  (await call(person, 'GET', `/help_requests${query}`)).json().data.map(({ id }: HelpRequest) => id);
const file = (name: string, content: Buffer | string) => ({ name, content: Buffer.from(content).toString('base64') });
const kindsOf = async (person: Person): Promise<string[]> =>
  (await call(person, 'GET', '/notifications')).json().notifications.map(({ kind }: { kind: string }) => kind);

describe('a help request', () => {
  it('is answered, goes on and is closed; every answer is in the bell and in an email', async () => {
    const request = await ask(owner);
    expect(request).toMatchObject({ status: 'open', object: null, author: { email: owner.email } });
    expect(await kindsOf(operator)).toContain('help_asked');
    expect((await product.findEmail(operator.email, /help request/)).text).toContain(QUESTION.subject);

    const answered = (await say(operator, request, 'Please check the blocklist.')).json().data;
    expect(answered.status).toBe('waiting');
    const { text } = await product.findEmail(owner.email, /has an answer/);
    expect(text).toContain(`/en/instructions?tab=help&id=${request.id}`);
    expect(text).not.toContain('blocklist');
    expect(await kindsOf(owner)).toContain('help_answered');
    const seen: HelpThread = (await call(owner, 'GET', `/help_requests/${request.id}`)).json().data;
    expect(seen.messages).toMatchObject([
      { from: 'customer', author: owner.email, text: QUESTION.text },
      { from: 'operator', author: null, text: 'Please check the blocklist.' },
    ]);

    expect((await say(owner, request, 'That was it.')).json().data.status).toBe('open');
    const close = (person: Person, status: string) => call(person, 'PUT', `/help_requests/${request.id}`, { status });
    expect((await close(owner, 'closed')).json().data.status).toBe('closed');
    expect((await say(owner, request, 'Again!')).json().data.status).toBe('open');
    expect((await close(operator, 'closed')).json().data.status).toBe('closed');
    expect((await close(owner, 'waiting')).statusCode).toBe(422);
  });

  it('of a member is seen by the member, the owner and the operator, one of the owner not by the member', async () => {
    const [ofMember, ofOwner] = [await ask(member), await ask(owner)];
    expect(await list(member)).toEqual([ofMember.id]);
    expect(await list(owner)).toEqual([ofOwner.id, ofMember.id]);
    expect(await list(stranger)).toEqual([]);
    expect((await call(member, 'GET', `/help_requests/${ofOwner.id}`)).statusCode).toBe(404);
    for (const path of ['', '/messages']) {
      const method = path === '' ? 'PUT' : 'POST';
      const body = path === '' ? { status: 'closed' } : { text: 'Hello' };
      expect((await call(stranger, method, `/help_requests/${ofOwner.id}${path}`, body)).statusCode).toBe(404);
    }
  });

  it('waits in the inbox of the operator: unanswered first, the longest wait first, found by text and status', async () => {
    const [first, second, third] = [await ask(owner), await ask(member), await ask(stranger, { subject: 'A card' })];
    await say(operator, first);
    // A second message does not move a request behind those that wait for less long.
    await say(member, second);
    expect(await list(operator)).toEqual([second.id, third.id, first.id]);
    expect(await list(operator, '?status=waiting')).toEqual([first.id]);
    expect(await list(operator, '?search=card')).toEqual([third.id]);
    expect(await list(operator, `?search=${stranger.email}`)).toEqual([third.id]);
    expect(await list(operator, `?search=%23${first.id}`)).toEqual([first.id]);
    const { tasks } = (await call(operator, 'GET', '/overview/tasks')).json().data;
    expect(tasks).toContainEqual(expect.objectContaining({ task: 'help_requests', count: 2, amount: null }));
  });
});

describe('what a request is about', () => {
  it('is a campaign, a click or an invoice of the customer, with its name', async () => {
    const body = { name: 'Autumn', default_url: 'https://shop.example/' };
    const campaignId = (await call(owner, 'POST', '/companies', body)).json().data.id;
    const { rows } = await product.services.pool.query(
      `insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
         total_minor, currency, bill_to, seller, locale, issued_at)
       values ($1, 'INV-1', 'uncollectible', 'subscription', '[]', 100, 0, 0, 0, 100, 'USD',
         '{"name": "", "email": "", "address": "", "country": "", "tax_id": ""}', '{"name": "S", "details": ""}', 'en', now())
       returning id`,
      [owner.accountId],
    );
    const [campaign, invoice] = [
      { kind: 'campaign', id: String(campaignId) },
      { kind: 'invoice', id: String(rows[0].id) },
    ];
    expect((await ask(owner, { object: campaign })).object).toEqual({ ...campaign, name: 'Autumn' });
    expect((await ask(owner, { object: invoice })).object).toEqual({ ...invoice, name: 'INV-1' });
    for (const [person, object, key] of [
      [stranger, campaign, 'Campaign not found'],
      [stranger, invoice, 'Invoice not found'],
      [member, invoice, 'Invoice not found'],
      [owner, { kind: 'click', id: '0'.repeat(29) }, 'No campaign of yours has a click with this ID'],
      [owner, { kind: 'campaign', id: 'x' }, 'Campaign not found'],
    ] as const) {
      const answer = await call(person, 'POST', '/help_requests', { ...QUESTION, object });
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { object: [key] }]);
    }
  });

  it('is what the operator looks at as the customer, noted with the number of the request', async () => {
    const request = await ask(member);
    const { token } = (await call(operator, 'POST', `/help_requests/${request.id}/look`)).json();
    const profile = (await product.call('GET', '/profile', { token })).json();
    expect(profile).toMatchObject({ email: member.email, permissions: expect.not.arrayContaining(['help:write']) });
    expect((await product.call('GET', '/help_requests', { token })).statusCode).toBe(403);
    const log: AuditEntry[] = (await call(member, 'GET', '/activity')).json().data;
    expect(log.find(({ action }) => action === 'impersonation.started')).toMatchObject({
      by: 'support',
      details: [{ name: 'help_request', before: null, after: String(request.id) }],
    });
    expect((await call(owner, 'POST', `/help_requests/${request.id}/look`)).statusCode).toBe(403);
  });
});

describe('files', () => {
  const png = encodePng(8, 8);

  it('are downloaded as they were, never shown by a browser', async () => {
    const request = await ask(owner, { files: [file('скрін "1".png', png), file('clicks.csv', 'id;cost\n1;2\n')] });
    expect(request.messages[0]?.files).toMatchObject([
      { name: 'скрін "1".png', kind: 'png', bytes: png.length },
      { name: 'clicks.csv', kind: 'csv', bytes: 12 },
    ]);
    const path = `/help_requests/${request.id}/files/${request.messages[0]?.files[0]?.id}`;
    for (const reader of [owner, operator]) {
      const { headers, rawPayload } = await call(reader, 'GET', path);
      expect(rawPayload.equals(png)).toBe(true);
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''%D1%81%D0%BA%D1%80%D1%96%D0%BD%20%221%22.png`,
        'x-content-type-options': 'nosniff',
      });
    }
    expect((await call(stranger, 'GET', path)).statusCode).toBe(404);
    const other = await ask(owner);
    const wrong = `/help_requests/${other.id}/files/${request.messages[0]?.files[0]?.id}`;
    expect((await call(owner, 'GET', wrong)).statusCode).toBe(404);
  });

  it.each([
    ['a page named as an image', [file('a.png', '<script>alert(1)</script>')], 'files.0.content', /isn’t a PNG/],
    ['a program', [file('a.txt', 'ok'), file('run.exe', 'MZ')], 'files.1.content', /isn’t a PNG/],
    ['an empty file', [file('a.txt', '')], 'files.0.content', /isn’t a PNG/],
    ['more than 5 MB', [file('a.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))], 'files.0.content', /5 MB/],
    ['four files', Array(4).fill(file('a.txt', 'ok')), 'files', /./],
  ])('are rejected: %s', async (_, files, field, problem) => {
    const answer = await call(owner, 'POST', '/help_requests', { ...QUESTION, files });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[field]?.join()).toMatch(problem);
    expect(await list(owner)).toEqual([]);
  });

  it('three of the largest size fit into one message', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024, 'a');
    const request = await ask(owner, { files: ['a', 'b', 'c'].map((name) => file(`${name}.txt`, large)) });
    expect(request.messages[0]?.files.map(({ bytes }) => bytes)).toEqual(Array(3).fill(large.length));
    // Another 17 make 100 MB.
    await product.services.pool.query(
      `insert into help_files (message_id, name, kind, bytes, content)
       select message_id, name, kind, bytes, content from help_files, generate_series(1, 17) where name = 'a.txt'`,
    );
    const refused = await say(owner, request, 'Too much', { files: [file('a.txt', 'a')] });
    expect(refused.json().errors.files).toEqual([expect.stringContaining('100 MB')]);
    expect((await say(owner, request, 'Without files')).statusCode).toBe(201);
  });
});

describe('one account', () => {
  it(`has at most ${HELP_REQUESTS_MAX} open requests, also when it asks all at once`, async () => {
    const answers = await Promise.all(
      Array.from({ length: HELP_REQUESTS_MAX + 3 }, () => call(owner, 'POST', '/help_requests', QUESTION)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(HELP_REQUESTS_MAX);
    const refused = answers.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json().errors.subject).toEqual([expect.stringContaining(String(HELP_REQUESTS_MAX))]);
    expect((await call(stranger, 'POST', '/help_requests', QUESTION)).statusCode).toBe(201);
  });

  it(`sends at most ${HELP_MESSAGES_PER_DAY} messages a day; answers don’t count`, async () => {
    const request = await ask(owner);
    await product.services.pool.query(
      "insert into help_messages (request_id, author_id, is_answer, text) select $1, $2, false, 'x' from generate_series(2, $3)",
      [request.id, owner.id, HELP_MESSAGES_PER_DAY],
    );
    expect((await say(owner, request)).json().errors.text).toEqual([expect.stringContaining('tomorrow')]);
    expect((await say(operator, request)).statusCode).toBe(201);
  });
});

it('an export of the account has the requests, and deleting the account deletes them', async () => {
  const leaving = await product.person();
  const request = await ask(leaving, { files: [file('note.txt', 'Hello')] });
  const exported = (await call(leaving, 'GET', '/account/export')).json().data;
  const entry = {
    subject: QUESTION.subject,
    messages: [
      {
        text: QUESTION.text,
        is_answer: false,
        files: [{ name: 'note.txt', bytes: 5, url: expect.stringContaining(`/v1/help_requests/${request.id}/files/`) }],
      },
    ],
  };
  expect(exported.account.help_requests).toMatchObject([entry]);
  expect(exported.help_requests).toMatchObject([entry]);
  const closing = await call(leaving, 'DELETE', '/account', { confirmation: leaving.email, password: PASSWORD });
  expect(closing.statusCode).toBe(200);
  const { rows } = await product.services.pool.query(
    'select (select count(*)::int from help_requests where id = $1) as requests, (select count(*)::int from help_files) as files',
    [request.id],
  );
  expect(rows).toEqual([{ requests: 0, files: 0 }]);
});
