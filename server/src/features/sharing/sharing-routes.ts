import type { Context } from '../../deps.ts'
import { registerCrawlerRules } from './crawler-routes.ts'
import { registerEmbeds } from './embed-routes.ts'
import { registerFeeds } from './feed-routes.ts'
import { registerSitemap } from './sitemap-routes.ts'

/** What other programs read: search engines, feed readers, pages that embed a work, crawlers. */
export function registerSharing(context: Pick<Context, 'app' | 'deps'>): void {
  registerCrawlerRules(context)
  registerSitemap(context)
  registerFeeds(context)
  registerEmbeds(context)
}
