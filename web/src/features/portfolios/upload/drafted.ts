import type { QueryClient } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshStates } from '../drafts/drafts-cache.ts'

/** Says that a new work is a draft, and shows it in the list of drafts. */
export function sayDrafted(
  client: QueryClient,
  { title }: PortfolioItem,
  onShow: () => void,
): void {
  toast({
    title: 'Saved as a draft',
    description: title,
    action: { label: 'Show it', onClick: onShow },
  })
  void refreshStates(client)
}
