import { SquareSplitHorizontal } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ReactNode } from 'react'
import { texts } from '../proof-texts.ts'

/** Leads to comparing, around a link. */
export const CompareLink = ({ children }: { children: (words: ReactNode) => ReactNode }) => (
  <>
    <span className="proof-tool-line" aria-hidden />
    <Slot.Root className="proof-tool">
      {children(
        <>
          <SquareSplitHorizontal size={18} aria-hidden />
          {texts.room.compare}
        </>,
      )}
    </Slot.Root>
  </>
)
