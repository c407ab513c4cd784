import type { ReactNode } from 'react'
import { MAX_BULK } from '@plinth/contract/moderation/bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { ManyBar } from '../../../ui/many/many-bar.tsx'
import { bulkTexts as texts } from './bulk-texts.ts'
import type { Bulk } from './use-bulk.ts'

interface BulkBarProps {
  chosen: Chosen
  /** Everything in the list. */
  all: readonly string[]
  bulk: Bulk
  /** A button for each act. */
  children: ReactNode
}

/** Over a list of the console: how many are chosen, and what can be done to all of them. */
export function BulkBar({ chosen, all, bulk, children }: BulkBarProps) {
  const count = chosen.ids.length
  return (
    <ManyBar
      className="admin-bulk"
      actsClassName="ml-auto flex flex-wrap gap-2"
      chosen={chosen}
      all={all}
      many={bulk}
      texts={texts}
      says={count > MAX_BULK ? texts.tooMany : texts.chosen(count)}
      reasonOf={({ result, message }) => `${texts.results[result]}. ${message ?? ''}`}
      hint={<p className="text-13 text-ink-3 max-desktop:hidden">{texts.keys}</p>}
    >
      {count > MAX_BULK ? null : children}
    </ManyBar>
  )
}
