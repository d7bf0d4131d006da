import { addMessage, askForHelp, changeStatus } from '@poklik/server/features/help/help.service';
import { sql } from 'drizzle-orm';
import { type DemoEvent, daysAgo, hoursAgo, OWNER, STAFF } from '../context.ts';

const [{ email: SUPER }] = STAFF;

interface Question {
  at: Date;
  from: string;
  subject: string;
  text: string;
  files?: { name: string; content: string }[];
}

const ask = ({ at, from, ...body }: Question): DemoEvent => ({
  at,
  run: async ({ services: { db }, as }) => askForHelp(db, await as(from), body, at),
});

/** The request with this subject. */
const inRequest = (
  subject: string,
  at: Date,
  act: (demo: Parameters<DemoEvent['run']>[0], id: number) => Promise<unknown>,
): DemoEvent => ({
  at,
  run: async (demo) => {
    const { rows } = await demo.services.db.execute<{ id: string }>(
      sql`select id from help_requests where subject = ${subject}`,
    );
    await act(demo, Number(rows[0]?.id));
  },
});

const say = (subject: string, at: Date, from: string, text: string): DemoEvent =>
  inRequest(subject, at, async ({ services: { db }, as }, id) => addMessage(db, await as(from), id, { text }, at));

const COUNTS = 'Кліків менше, ніж у джерелі трафіку';
const INVOICE = 'Рахунок на іншу компанію';
const LIMIT = 'Can we get a higher limit for December?';

const REPORT = ['date,source,poklik', '2026-11-15,4120,4067', '2026-11-16,3980,3931', '2026-11-17,4255,4190', ''].join(
  '\n',
);

/** Customers ask; two wait for an answer. */
export const HELP: DemoEvent[] = [
  ask({
    at: daysAgo(20, 10),
    from: OWNER,
    subject: INVOICE,
    text: 'Торік ми платили від іншої юрособи. Чи можна змінити реквізити лише для нових рахунків?',
  }),
  say(
    INVOICE,
    daysAgo(20, 14),
    SUPER,
    'Так: нові реквізити у профілі діють лише для наступних рахунків, видані не змінюються.',
  ),
  say(INVOICE, daysAgo(19, 11), OWNER, 'Дякую, вийшло.'),
  inRequest(INVOICE, daysAgo(19, 12), async ({ services: { db }, as }, id) =>
    changeStatus(db, await as(OWNER), id, 'closed', daysAgo(19, 12)),
  ),
  ask({
    at: daysAgo(2, 9),
    from: OWNER,
    subject: COUNTS,
    text: 'Різниця приблизно 1,5 % щодня. Звіт додаю.\nЧи це боти?',
    files: [{ name: 'report.csv', content: Buffer.from(REPORT).toString('base64') }],
  }),
  say(
    COUNTS,
    daysAgo(2, 13),
    SUPER,
    'Це звична різниця: частина людей закриває сторінку, перш ніж відкриється посилання. Чи є в кампанії чорний список IP?',
  ),
  ask({
    at: daysAgo(1, 12),
    from: 'agency@demo.test',
    subject: LIMIT,
    text: 'We expect about 3 million events. Can you raise the limit until the end of the month?',
  }),
  ask({
    at: hoursAgo(3),
    from: 'shop@demo.test',
    subject: 'Постбек із Shopify повертає 404',
    text: 'Замовлення №1042, клік був учора ввечері. Що ми робимо не так?',
  }),
];
