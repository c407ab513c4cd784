import type { ShowingAnswer } from '@plinth/contract/projects/projects.ts'

/** Texts about showing a completed project in its creator's portfolio. */
export const showingTexts = {
  heading: 'In the portfolio',
  askLine: (client: string) =>
    `You can show this in your portfolio if ${client} agrees. We ask once, and you see the answer here.`,
  ask: (client: string) => `Ask ${client}`,
  asking: 'Asking...',
  asked: (client: string) => `We asked ${client}`,
  askedLine: (client: string) => `You can show this as soon as ${client} agrees.`,
  question: (creator: string) => `May ${creator} show this?`,
  questionLine: (creator: string) =>
    `${creator} would like to show the delivered files in their portfolio. It’s your choice, and nothing is shown until you agree.`,
  answers: 'Your answer',
  choose: 'Choose an answer',
  answerOf: { now: 'Yes, now', later: 'From a day on', never: 'No' } satisfies Record<
    ShowingAnswer,
    string
  >,
  from: 'First day',
  fromHint: (creator: string) => `Until then, ${creator} can’t show it.`,
  fromWrong: 'Choose a day after today, within a year.',
  answerWrong: 'Choose an answer.',
  name: (creator: string) => `${creator} may name me`,
  nameNote: 'As the client, with the name on your profile.',
  answer: 'Answer',
  answering: 'Sending...',
  answered: (creator: string) => `We told ${creator}`,
  said: (creator: string, day: string | null): Record<ShowingAnswer, string> => ({
    now: `${creator} may show this in their portfolio.`,
    later: `${creator} may show this from ${day ?? ''} on.`,
    never: `${creator} may not show this.`,
  }),
  saidNamed: 'They may name you.',
  saidUnnamed: 'They may not name you.',
  change: 'Change my answer',
  keep: 'Keep it as it is',
  heard: (client: string, day: string | null): Record<ShowingAnswer, string> => ({
    now: `${client} lets you show this.`,
    later: `${client} lets you show this from ${day ?? ''} on.`,
    never: `${client} would rather not have this shown.`,
  }),
  heardNamed: (client: string) => `You may name ${client}.`,
  heardUnnamed: (client: string) => `Don’t name ${client}.`,
  make: 'Make a draft',
  makeTitle: 'Show this in your portfolio',
  makeLine:
    'We copy the files that you choose into a new draft. Only you see it until you publish it.',
  files: 'Files to show',
  cover: 'Cover',
  also: 'Also shown',
  left: 'Not shown',
  none: 'Choose at least one file.',
  tooMany: (most: number) => `Choose up to ${most} files.`,
  making: 'Copying files...',
  made: 'Draft made',
  madeLine: 'Only you see it.',
  draft: 'Open your draft',
  unfit: (count: number) =>
    count === 1 ? '1 file can’t be shown on Plinth.' : `${count} files can’t be shown on Plinth.`,
}
