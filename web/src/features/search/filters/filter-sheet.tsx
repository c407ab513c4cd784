import { SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { counted } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { texts } from '../search-texts.ts'

interface FilterSheetProps {
  /** How many works fit the filters now; undefined while that is not known. */
  workCount: number | undefined
  /** The filters. They take effect at once; the button only closes the sheet. */
  children: ReactNode
}

/** On phones the filters are in a sheet, whose button says how many works there are. */
export function FilterSheet({ workCount, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title={texts.filters.label}
      trigger={
        <Button>
          <SlidersHorizontal size={18} aria-hidden />
          {texts.filters.open}
        </Button>
      }
    >
      <div className="mt-5 flex flex-col gap-5">{children}</div>
      <Button variant="primary" size={52} className="mt-7 w-full" onClick={() => setOpen(false)}>
        {texts.filters.show} {workCount === undefined ? '' : counted(workCount, 'work')}
      </Button>
    </Sheet>
  )
}
