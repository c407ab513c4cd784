import { type AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import { VIEW_LEADS_DAYS, type Statistics } from '@plinth/contract/analytics/statistics.ts'

type Of = Statistics['of']

/** Texts of the statistics of one work or post. */
export const statisticsTexts = {
  tab: 'Statistics',
  tabOf: (title: string) => `Statistics: ${title}`,
  trail: 'Breadcrumb',
  /** `Statistics of this work, 1,204 views in all`. */
  subtitle: (of: Of, views: string) => `Statistics of this ${of}, ${views} in all`,
  /** `On 3 public boards.` */
  boards: (boards: number) => `On ${boards} public ${boards === 1 ? 'board' : 'boards'}.`,
  private: 'Only you can see this page.',
  hidden: 'Nobody else can see it at the moment.',
  views: 'Views',
  likes: 'Likes',
  saves: 'Saves',
  comments: 'Comments',
  growth: (days: AnalyticsPeriod) => (percent: string) =>
    `${percent} vs ${days === 365 ? 'the year' : `the ${days} days`} before`,
  noneBefore: (days: AnalyticsPeriod) =>
    days === 365 ? 'None in the year before' : `None in the ${days} days before`,
  noBefore: 'No earlier days to compare with',
  overview: { day: 'The last seven days', week: 'The last seven weeks' },
  step: { day: 'Day', week: 'Week from' },
  quiet: 'No activity in this period',
  quietLine: 'Choose a longer period to see more.',
  noSources: 'No views or hires in this period.',
  share: 'Compared with the best source',
  funnel: 'From view to hire',
  ofViews: (share: string) => `${share} of views`,
  counted: {
    work: 'Inquiries, deposits and completed projects are those for this work.',
    post: `Inquiries, deposits and completed projects are from people who had viewed this post in the ${VIEW_LEADS_DAYS} days before. They can count for several posts.`,
  },
  who: 'Signed-in people count, each once a day, and you don’t. Days are in UTC.',
  keptSince: (day: string) => `Single views are kept since ${day}, so these figures begin there.`,
  unseen: {
    work: 'Nobody has seen this work yet',
    post: 'Nobody has seen this post yet',
  },
  unseenLine: {
    work: 'Share its link, or create a post with it, so that followers and For You can find it.',
    post: 'Share its link, and give it tags so that people find it in Explore and search.',
  },
  unseenHidden: 'Views appear here once other people can see it.',
  see: { work: 'See the work', post: 'See the post' },
} as const
