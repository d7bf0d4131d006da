import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CountedBy, countedBy, type FiguresAnswer } from './figures-question.ts';
import { countedTogether, type Grouping, isSmall } from './figures-together.ts';

interface Gathering {
  groupings: Grouping[];
  answers: Promise<FiguresAnswer[]>;
}

/** Small queries with the same scope in the same tick run as one statement. */
export function createFiguresDesk(): CountedBy {
  const gatherings = new Map<string, Gathering>();

  return async (client, question) => {
    if (!isSmall(question)) return countedBy(client, question);
    const { groupBy, sort, page, ...subject } = question;
    const about = JSON.stringify(subject);
    let gathering = gatherings.get(about);
    if (!gathering) {
      const groupings: Grouping[] = [];
      const answers = nextTurn().then(() => {
        gatherings.delete(about);
        return countedTogether(client, subject, groupings);
      });
      gathering = { groupings, answers };
      gatherings.set(about, gathering);
    }
    const place = gathering.groupings.push(question) - 1;
    return (await gathering.answers)[place] as FiguresAnswer;
  };
}
