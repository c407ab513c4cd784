import { QueryClient } from '@tanstack/react-query'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { BUDGETS, TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import * as limits from '@plinth/contract/limits.ts'
import {
  AD_DURATIONS,
  AD_MONTH_CENTS,
  AD_TYPES,
  AD_WEEK_CENTS,
} from '@plinth/contract/money/advertising.ts'
import { expect, it } from 'vitest'
import { texts as access } from './features/access/access-texts.ts'
import { usersQuery } from './features/admin/admin-api.ts'
import { deleteTexts, texts as admin, userTexts } from './features/admin/admin-texts.ts'
import { contentTexts, createTexts, removeTexts } from './features/admin/content/content-texts.ts'
import { sums, texts as advertising } from './features/advertising/advertising-texts.ts'
import { PERIOD_WORDS, texts as analytics } from './features/analytics/analytics-texts.ts'
import { dashboardTexts, subscribeTexts } from './features/billing/billing-texts.ts'
import { plans, SUBSCRIPTION_PRICE, texts as landing } from './features/landing/landing-texts.ts'
import { inquiryTexts } from './features/messages/compose/inquiry-texts.ts'
import { texts as navigation } from './features/navigation/navigation-texts.ts'
import { texts as visitor } from './features/navigation/visitor-texts.ts'
import { placeTexts } from './features/navigation/place-texts.ts'
import { texts as notifications } from './features/notifications/notification-texts.ts'
import { texts as portfolios } from './features/portfolios/portfolio-texts.ts'
import { texts as oneWork } from './features/portfolios/work/work-texts.ts'
import { uploadTexts } from './features/portfolios/upload/upload-texts.ts'
import { texts as comments } from './features/posts/comments/comment-texts.ts'
import { texts as forYou } from './features/posts/for-you/for-you-texts.ts'
import { texts as postForm } from './features/posts/create/post-form-texts.ts'
import { texts as posts } from './features/posts/posts-texts.ts'
import { forYouQuery } from './features/posts/post-api.ts'
import { texts as profile } from './features/profile/profile-texts.ts'
import { hireTexts } from './features/projects/hire/hire-texts.ts'
import { viewerQuery } from './features/session/session-api.ts'
import { texts as settings } from './features/settings/settings-texts.ts'
import { makeQueryClient } from './lib/cache/query-client.ts'
import { DURATION_MS, SWIPE_THRESHOLD } from './ui/feedback/toaster.tsx'
import { OPEN_DELAY_MS, SKIP_DELAY_MS } from './ui/overlay/tooltip.tsx'

// Texts that the specification quotes are repeated here, so that no change to them goes unnoticed.
it.each([
  [
    'the landing page',
    [landing.browse, landing.join, visitor.advertise, SUBSCRIPTION_PRICE],
    ['Browse Portfolios', 'Join as Creator', 'Advertise with us', '$5.99'],
  ],
  [
    'its features',
    [landing.showcase.title, landing.following.title, landing.discovered.title],
    ['Showcase Your Work', 'Build Your Following', 'Get Discovered'],
  ],
  [
    'its plans',
    plans.map(({ name, button, popular }) => [name, button, popular]),
    [
      ['Follower', 'Join as Follower', undefined],
      ['Creator', 'Become a Creator', undefined],
      ['For Creators', 'Get Started Today', true],
      ['Admin', undefined, undefined],
    ],
  ],
  [
    'the bar',
    [...Object.values(navigation.tabs), navigation.createPost, navigation.upload],
    ['For You', 'Portfolios', 'Profile', 'Notifications', 'Create Post', 'Upload'],
  ],
  [
    'the shared navigation',
    [
      placeTexts.home,
      placeTexts.settings,
      navigation.messages,
      placeTexts.analytics,
      placeTexts.subscribe,
      placeTexts.advertise,
      placeTexts.admin,
      navigation.logout,
    ],
    ['Home', 'Settings', 'Messages', 'Analytics', 'Subscribe', 'Advertise', 'Admin', 'Logout'],
  ],
  [
    'the Portfolios tab',
    [
      portfolios.filter.all,
      portfolios.search.placeholder,
      portfolios.featured.title,
      portfolios.discover.title,
      portfolios.discover.failed,
      portfolios.card.hire,
      portfolios.promo.title,
      portfolios.promo.button,
    ],
    [
      'All',
      'Search creative work...',
      'Featured Work',
      'Discover',
      'Failed to fetch portfolios',
      'Hire Creator',
      'Become a Creator',
      'Get Started',
    ],
  ],
  [
    'a work',
    [oneWork.work.depositNote, oneWork.work.inquire, oneWork.work.hireFor('$450')],
    ['50% deposit required to start project', 'Send Business Inquiry', 'Hire for $450'],
  ],
  ['the Notifications tab', [notifications.empty.title], ['No new notifications']],
  [
    'a profile',
    [
      profile.noBio,
      profile.missing.title,
      profile.follow.follow,
      profile.follow.following,
      profile.write.message,
      profile.write.inquire,
      profile.own.edit,
      profile.posts.create,
      profile.tabs.posts,
      profile.tabs.portfolio,
      profile.tabs.saved,
      profile.portfolio.empty,
      profile.saved.private,
    ],
    [
      'No bio available',
      'Profile Not Found',
      'Follow',
      'Following',
      'Message',
      'Business Inquiry',
      'Edit Profile',
      'Create Post',
      'Posts',
      'Portfolio',
      'Saved',
      'No Portfolio Items',
      'Private Content',
    ],
  ],
  [
    'what follows a press on Follow',
    [profile.follow.done, profile.follow.undone, profile.follow.failed],
    ['Following', 'Unfollowed', 'Failed to update follow status'],
  ],
  [
    'the subscription',
    [dashboardTexts.title, subscribeTexts.signIn.line, subscribeTexts.already],
    ['Creator Dashboard', 'Please log in to subscribe', 'Already a creator'],
  ],
  [
    'a subscription that does not start',
    [
      subscribeTexts.startFailed,
      subscribeTexts.startFailedTitle,
      subscribeTexts.startFailedLine,
      subscribeTexts.noPage,
    ],
    [
      'Failed to start subscription. Please try again.',
      'Failed to start subscription process',
      'Please try again later.',
      'Failed to start creator subscription process.',
    ],
  ],
  [
    'the walls',
    [access.login.title, access.creator.title, access.notFound.title, access.notFound.message],
    [
      'Login Required',
      'Creator Account Required',
      '404 Page Not Found',
      'Did you forget to add the page to the router?',
    ],
  ],
  [
    'the settings',
    [settings.title, settings.saved, settings.saveFailed, settings.saveFailedLine],
    [
      'Profile Settings',
      'Profile Updated',
      'Update Failed',
      'There was an error updating your profile.',
    ],
  ],
  [
    'the admins’ tabs',
    [admin.tabs.users, admin.tabs.content, admin.tabs.actions],
    ['User Management', 'Content Management', 'Quick Actions'],
  ],
  [
    'what an admin does that fails',
    [
      userTexts.updateFailed,
      userTexts.deleteFailed,
      contentTexts.updateFailed.posts,
      contentTexts.deleteFailed.posts,
      createTexts.failed,
    ],
    [
      'Failed to update user',
      'Failed to delete user',
      'Failed to update post',
      'Failed to delete post',
      'Failed to create post',
    ],
  ],
  [
    'the advertising page',
    [
      advertising.lead.slice(0, 23),
      advertising.title,
      sums.week,
      sums.month,
      sums.promotion,
      advertising.prices.negotiable,
    ],
    ['Plinth is not ad-based.', 'Advertise with us', '$200', '$500', '$35', 'pricing negotiable'],
  ],
  [
    'an advertising inquiry',
    [
      advertising.sent.toast,
      advertising.sent.reply,
      advertising.failed.title,
      advertising.failed.line,
    ],
    [
      'Inquiry Submitted',
      'We reply in 24-48 hours.',
      'Error',
      'Failed to submit your inquiry. Please try again.',
    ],
  ],
  [
    'the analytics',
    [
      analytics.title,
      analytics.subtitle,
      analytics.creatorsOnly,
      analytics.upgrade,
      analytics.totalViews,
      analytics.totalLikes,
      analytics.inquiries,
      analytics.totalEarnings,
      analytics.thisMonth,
      analytics.overview,
      analytics.top,
      analytics.noWorks,
      analytics.noWorksLine,
      analytics.insights,
    ],
    [
      'Creator Analytics',
      'Track your performance and earnings',
      'Analytics are only available for creator accounts',
      'Upgrade to Creator',
      'Total Views',
      'Total Likes',
      'Business Inquiries',
      'Total Earnings',
      'This month',
      'Performance Overview',
      'Top Performing Portfolios',
      'No portfolio data yet',
      'Upload some work to see performance metrics',
      'Engagement Insights',
    ],
  ],
  [
    'the periods',
    PERIOD_WORDS,
    { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 3 months', 365: 'Last year' },
  ],
  [
    'walls of posts',
    [
      posts.liked.title,
      posts.liked.empty,
      posts.saved.title,
      posts.saved.empty,
      posts.empty,
      forYou.empty,
      posts.failed,
      forYou.failed,
      posts.tags.more(2),
      posts.share.copied,
      comments.loading,
    ],
    [
      'Liked Posts',
      'No liked posts yet',
      'Saved Posts',
      'No saved posts yet',
      'No posts to show',
      'No posts to show',
      'Failed to fetch posts',
      'Failed to fetch posts',
      '+2 more',
      'Link Copied!',
      'Comments loading...',
    ],
  ],
  [
    'likes and saves that fail',
    [posts.likes.likeFailed, posts.likes.saveFailed],
    ['Failed to update like status', 'Failed to update save status'],
  ],
  [
    'those of works',
    [portfolios.likes.likeFailed, portfolios.likes.saveFailed],
    ['Failed to update like status', 'Failed to update save status'],
  ],
  [
    'an upload',
    [
      uploadTexts.missingTitle,
      uploadTexts.missing,
      uploadTexts.doneTitle,
      uploadTexts.failedTitle,
      uploadTexts.sendFailed,
    ],
    [
      'Missing Information',
      'Please select a file or provide a URL.',
      'Upload Successful',
      'Upload Failed',
      'Failed to upload file.',
    ],
  ],
  [
    'a business inquiry',
    [...Object.values(inquiryTexts.wrong), inquiryTexts.sent, inquiryTexts.failed],
    [
      'Please describe your project',
      'Please select a budget range',
      'Please select a timeline',
      'Inquiry Sent!',
      'Failed to send inquiry',
    ],
  ],
  [
    'a hire',
    [hireTexts.wrong.missing, hireTexts.failed, hireTexts.paid.title, hireTexts.paid.requested],
    [
      'Please provide project details',
      'Failed to send project request. Please try again.',
      'Payment Successful',
      'Your project request has been sent to the creator!',
    ],
  ],
  [
    'a new post',
    [
      postForm.create.title,
      postForm.create.doneTitle,
      postForm.create.failedTitle,
      postForm.create.failed,
      postForm.wrong.titleTitle,
      postForm.wrong.title,
      postForm.wrong.mediaTitle,
      postForm.wrong.media,
      postForm.files.tooLargeTitle,
      postForm.files.tooLarge('sky.mov'),
    ],
    [
      'Create Post',
      'Post Created!',
      'Failed to create post',
      'Please try again later.',
      'Title required',
      'Please add a title for your post.',
      'Media required',
      'Please add at least one image or video.',
      'File too large',
      'sky.mov exceeds 50MB limit.',
    ],
  ],
])('the words of %s are those of the specification', (_, ours, given) => {
  expect(ours).toEqual(given)
})

it('confirms admins’ deletions with the words of the specification', () => {
  for (const says of [deleteTexts.says(0, 0), deleteTexts.says(2, 1), removeTexts.says(3)])
    expect(says).toMatch(/ This action cannot be undone\.$/)
})

it('offers the options of the specification in its order', () => {
  const slugs = 'graphic-design photography videography editing artwork crafting'.split(' ')
  expect(CATEGORIES.map(({ slug }) => slug)).toEqual(slugs)
  expect(CATEGORIES.map(({ name }) => name.toLowerCase().replace(' ', '-'))).toEqual(slugs)
  expect(BUDGETS.join(', ')).toBe(
    '$100-$500, $500-$1000, $1000-$2500, $2500-$5000, $5000+, negotiable',
  )
  expect(TIMELINES.join(', ')).toBe(
    'ASAP, 1-2 weeks, 2-4 weeks, 1-2 months, 2-3 months, 3+ months, flexible',
  )
  expect(AD_TYPES.join(', ')).toBe('post, banner, featured, custom')
  expect(AD_DURATIONS.join(', ')).toBe('week, month, custom')
})

it('uses the prices and limits of the specification', () => {
  expect(limits).toMatchObject({
    SUBSCRIPTION_CENTS: 599,
    DEPOSIT_PERCENT: 50,
    PROMOTION_CENTS: 35_00,
    PROMOTION_DAYS: 7,
    MAX_MEDIA_BYTES: 50 * 1024 * 1024,
    PAGE_SIZE: 20,
    MAX_PAGE_SIZE: 100,
    LOGIN_REDIRECT_DELAY_MS: 500,
    MAX_ALT_LENGTH: 2_000,
    MAX_MILESTONES: 12,
    MAX_DELIVERY_FILE_BYTES: 1024 ** 3,
    INCLUDED_REVISIONS: 2,
    ANSWER_DAYS: 7,
    APPROVAL_DAYS: 7,
    APPROVAL_NOTICE_DAYS: [3, 5, 6],
    REMAINDER_DAYS: 14,
    LATE_DAYS: 14,
    RULING_DAYS: 30,
    REVIEW_DAYS: 7,
    PAST_DUE_DAYS: 7,
  })
  expect([AD_WEEK_CENTS, AD_MONTH_CENTS]).toEqual([200_00, 500_00])
  expect([DURATION_MS, SWIPE_THRESHOLD, OPEN_DELAY_MS, SKIP_DELAY_MS]).toEqual([
    5_000, 50, 700, 300,
  ])
})

it('never refetches cached data, except for queries with a lifetime', () => {
  const { queries, mutations } = makeQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations?.retry).toBe(false)
  expect(viewerQuery.staleTime).toBe(5 * 60_000)
  expect(forYouQuery(new QueryClient()).staleTime).toBe(2 * 60_000)
  expect(usersQuery({ filter: 'all', q: '', after: undefined }).staleTime).toBe(5 * 60_000)
})
