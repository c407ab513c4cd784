/**
 * The tests that also run on the oldest PostgreSQL. `statements.test.ts` has it describe every statement. For each
 * folder that holds SQL there is at least one test that runs it, and those in which transactions wait for each other
 * are all here. What is refused, computed, encoded or drawn does not depend on the version.
 */
export const ON_OLDEST: Readonly<Record<string, readonly string[]>> = {
  'server/src': ['server/src/statements.test.ts'],
  'server/src/cli': ['server/src/cli/backup.test.ts'],
  'server/src/core/account': ['server/src/features/account/departure.test.ts'],
  'server/src/core/audit': ['server/src/core/audit/audit.test.ts'],
  'server/src/core/cases': ['server/src/features/moderation/case.test.ts'],
  'server/src/core/held': ['server/src/features/moderation/held.test.ts'],
  'server/src/core/limits': ['server/src/core/limits/daily.test.ts'],
  'server/src/core/media': ['server/src/core/media/media-pages.test.ts'],
  'server/src/core/media/blocks': ['server/src/core/media/blocks/block.test.ts'],
  'server/src/core/media/check': ['server/src/core/media/check/deliveries.test.ts'],
  'server/src/core/media/intake': ['server/src/core/media/intake/intake.test.ts'],
  'server/src/core/media/processing': ['server/src/core/media/processing/media-pictures.test.ts'],
  'server/src/core/money': [
    'server/src/core/money/chargeback-order.test.ts',
    'server/src/core/money/ledger.test.ts',
    'server/src/core/money/money-sql.test.ts',
  ],
  'server/src/core/notifications': [
    'server/src/core/notifications/notification.test.ts',
    'server/src/core/notifications/message-notifications.test.ts',
  ],
  'server/src/core/notifications/emails': ['server/src/core/notifications/emails/mail.test.ts'],
  'server/src/core/notifications/emails/money': [
    'server/src/core/notifications/emails/money/money-emails.test.ts',
  ],
  'server/src/core/notifications/outbox': ['server/src/core/notifications/outbox/outbox.test.ts'],
  'server/src/core/operating': ['server/src/core/operating/partitions.test.ts'],
  'server/src/core/proposals': ['server/src/features/admin/role.test.ts'],
  'server/src/core/proofing': ['server/src/features/projects/proofing/own/own.test.ts'],
  'server/src/core/references': [
    'server/src/features/boards/briefs/brief.test.ts',
    'server/src/features/projects/hire/hire-references.test.ts',
  ],
  'server/src/core/search': [
    'server/src/features/portfolios/portfolio-search.test.ts',
    'server/src/features/search/misspelt-names.test.ts',
  ],
  'server/src/core/session': [
    'server/src/core/session/session.test.ts',
    'server/src/core/session/token.test.ts',
  ],
  'server/src/core/uploads': ['server/src/core/uploads/finish.test.ts'],
  'server/src/core/users': [
    'server/src/core/users/block.test.ts',
    'server/src/core/users/follow.test.ts',
    'server/src/core/users/handle.test.ts',
    'server/src/core/users/people-search.test.ts',
    'server/src/core/users/profile.test.ts',
  ],
  'server/src/db': [
    'server/src/db/locks.test.ts',
    'server/src/db/migrate.test.ts',
    'server/src/db/partitions.test.ts',
    'server/src/db/toggles.test.ts',
  ],
  'server/src/features/account': ['server/src/features/account/departure.test.ts'],
  'server/src/features/account/export': ['server/src/features/account/account.test.ts'],
  'server/src/features/admin': ['server/src/features/admin/admin.test.ts'],
  'server/src/features/admin/growth': ['server/src/features/admin/growth/growth.test.ts'],
  'server/src/features/advertising': ['server/src/features/advertising/advertising.test.ts'],
  'server/src/features/announcements': ['server/src/features/announcements/announcement.test.ts'],
  'server/src/features/analytics': [
    'server/src/features/analytics/analytics.test.ts',
    'server/src/features/analytics/statistics.test.ts',
  ],
  'server/src/features/boards': ['server/src/features/boards/board.test.ts'],
  'server/src/features/boards/briefs': ['server/src/features/boards/briefs/brief.test.ts'],
  'server/src/features/billing': [
    'server/src/features/billing/payouts.test.ts',
    'server/src/features/billing/statement.test.ts',
    'server/src/features/billing/subscription.test.ts',
  ],
  'server/src/features/invitations': ['server/src/features/invitations/invitation.test.ts'],
  'server/src/features/messages': [
    'server/src/features/messages/conversation.test.ts',
    'server/src/features/messages/inquiry.test.ts',
    'server/src/features/messages/message-races.test.ts',
    'server/src/features/messages/search.test.ts',
  ],
  'server/src/features/moderation': [
    'server/src/features/moderation/copyright.test.ts',
    'server/src/features/moderation/report-close.test.ts',
    'server/src/features/moderation/takedown.test.ts',
  ],
  'server/src/features/portfolios': [
    'server/src/features/portfolios/portfolio-lists.test.ts',
    'server/src/features/portfolios/portfolio-many.test.ts',
    'server/src/features/portfolios/portfolio-races.test.ts',
    'server/src/features/portfolios/portfolio-saved.test.ts',
    'server/src/features/portfolios/portfolio-state.test.ts',
    'server/src/features/portfolios/portfolio-view.test.ts',
  ],
  'server/src/features/portfolios/case-study': [
    'server/src/features/portfolios/case-study/case-study.test.ts',
  ],
  'server/src/features/portfolios/wall': [
    'server/src/features/portfolios/wall/series.test.ts',
    'server/src/features/portfolios/wall/wall.test.ts',
  ],
  'server/src/features/posts': [
    'server/src/features/posts/post-lists.test.ts',
    'server/src/features/posts/post-races.test.ts',
    'server/src/features/posts/post-toggles.test.ts',
    'server/src/features/posts/post-visibility.test.ts',
    'server/src/features/posts/post-write.test.ts',
    'server/src/features/posts/tag.test.ts',
  ],
  'server/src/features/posts/comments': ['server/src/features/posts/comments/comment.test.ts'],
  'server/src/features/posts/for-you': [
    'server/src/features/posts/for-you/feed.test.ts',
    'server/src/features/posts/for-you/for-you.test.ts',
  ],
  'server/src/features/projects': [
    'server/src/features/projects/deadlines.test.ts',
    'server/src/features/projects/project-races.test.ts',
    'server/src/features/projects/project-transitions.test.ts',
  ],
  'server/src/features/projects/delivery': [
    'server/src/features/projects/delivery/delivery-files.test.ts',
  ],
  'server/src/features/projects/disputes': [
    'server/src/features/projects/disputes/project-disputes.test.ts',
  ],
  'server/src/features/projects/hire': ['server/src/features/projects/hire/hire.test.ts'],
  'server/src/features/projects/home': [
    'server/src/features/projects/home/dashboard.test.ts',
    'server/src/features/projects/home/home.test.ts',
  ],
  'server/src/features/projects/offers': [
    'server/src/features/projects/offers/change-offers.test.ts',
    'server/src/features/projects/offers/project-offers.test.ts',
  ],
  'server/src/features/projects/proofing': [
    'server/src/features/projects/proofing/decisions.test.ts',
    'server/src/features/projects/proofing/proofing.test.ts',
  ],
  'server/src/features/projects/proofing/guests': [
    'server/src/features/projects/proofing/guests/links.test.ts',
  ],
  'server/src/features/projects/proofing/own': [
    'server/src/features/projects/proofing/own/own.test.ts',
  ],
  'server/src/features/projects/showing': ['server/src/features/projects/showing/showing.test.ts'],
  'server/src/features/projects/proofing/exports': [
    'server/src/features/projects/proofing/exports/exports.test.ts',
  ],
  'server/src/features/projects/room': ['server/src/features/projects/room/project-list.test.ts'],
  'server/src/features/promotions': ['server/src/features/promotions/promotion.test.ts'],
  'server/src/features/reviews': ['server/src/features/reviews/review.test.ts'],
  'server/src/features/search': ['server/src/features/search/search.test.ts'],
  'server/src/features/settings': ['server/src/features/settings/settings.test.ts'],
  'server/src/features/sharing': [
    'server/src/features/sharing/feed.test.ts',
    'server/src/features/sharing/sitemap.test.ts',
  ],
  'server/src/features/welcome': ['server/src/features/welcome/welcome.test.ts'],
  'server/src/http': ['server/src/http/idempotency.test.ts'],
  'server/src/http/limits': ['server/src/http/limits/counts.test.ts'],
  'server/src/http/kept': ['server/src/http/kept/purging.test.ts'],
  'server/src/jobs': ['server/src/jobs/queue.test.ts'],
  'server/src/live': ['server/src/live/bus.test.ts', 'server/src/live/live.test.ts'],
}
