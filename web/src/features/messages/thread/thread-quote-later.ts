import { lazyRouteComponent } from '@tanstack/react-router'

/** Few threads hold a quote. Once it is there it is drawn at once, so that nothing under it moves. */
export const ThreadQuote = lazyRouteComponent(() => import('./thread-quote.tsx'), 'ThreadQuote')
