import type { AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'

export const texts = {
  title: 'Creator Analytics',
  subtitle: 'Track your performance and earnings',
  creatorsOnly: 'Analytics are only available for creator accounts',
  creatorsOnlyLine:
    'See views, likes, inquiries and earnings by day. A creator account costs $5.99 per month.',
  upgrade: 'Upgrade to Creator',
  period: 'Period',
  failed: 'We couldn’t load your figures',
  loading: 'Loading figures',
  totalViews: 'Total Views',
  totalLikes: 'Total Likes',
  inquiries: 'Business Inquiries',
  totalEarnings: 'Total Earnings',
  growth: (percent: string) => `${percent} vs last week`,
  up: 'up',
  down: 'down',
  firstViews: 'No views the week before',
  saves: (count: string) => `${count} saves`,
  oneSave: '1 save',
  today: (count: string) => `${count} today`,
  thisMonth: 'This month',
  daily: {
    chart: 'Views by day',
    says: (from: string, to: string, least: string, most: string) =>
      `From ${from} to ${to}, between ${least} and ${most} a day.`,
  },
  weekly: {
    chart: 'Views by week',
    says: (from: string, to: string, least: string, most: string) =>
      `Weeks from ${from} to ${to}, between ${least} and ${most} a week.`,
  },
  dayViews: (day: string, views: string) => `${day}, ${views}`,
  views: 'views',
  overview: 'Performance Overview',
  noDays: 'No activity in this period',
  noDaysLine: 'Views, likes and messages appear here by day. Choose a longer period to see more.',
  columns: {
    day: 'Day',
    views: 'Views',
    share: 'Compared with the best day',
    likes: 'Likes',
    messages: 'Messages',
    earnings: 'Earnings',
  },
  file: 'Download all days as CSV',
  zone: (zone: string) => `Days in ${zone.replaceAll('_', ' ')} time`,
  top: 'Top Performing Portfolios',
  statistics: (title: string) => `Statistics of ${title}`,
  noWorks: 'No portfolio data yet',
  noWorksLine: 'Upload some work to see performance metrics',
  insights: 'Engagement Insights',
  savesToLikes: 'Saves to likes',
  messageRate: 'Message rate',
  averageViews: 'Average views per portfolio',
  engagementRate: 'Engagement rate',
  counted:
    'Views, likes and saves include your posts. Average views are Total Views divided by the number of works listed above. The conversion rate is the share of inquiries that led to a paid deposit.',
  averageEarnings: 'Average earnings per inquiry',
  conversion: 'Conversion rate',
  planning: (rate: string) => `Compare: ${rate} is Plinth’s planning figure, not a measurement.`,
  noConversion: '–',
  noConversionSays: 'no inquiries yet',
  funnel: 'From view to hire',
  bySource: 'Where people came from',
  byWork: 'Results of each work',
  steps: { views: 'Views', inquiries: 'Inquiries', deposits: 'Deposits', completed: 'Completed' },
  source: 'Source',
  work: 'Work',
  all: 'All',
} as const

export const PERIOD_WORDS: Record<AnalyticsPeriod, string> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 3 months',
  365: 'Last year',
}

export const SOURCE_WORDS: Record<ViewSource, string> = {
  for_you: 'For You',
  wall: 'Portfolios and Explore',
  search: 'Search',
  profile: 'Your profile',
  tag: 'Tags',
  link: 'A link from elsewhere',
  other: 'Elsewhere or unknown',
}
