import { ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { trayTexts as texts } from './tray-texts.ts'

interface PhoneTrayProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  words: ReactNode
  buttons: ReactNode
  bar: ReactNode
  children: ReactNode
}

/** The tray on phones: a bar above the tab bar, which opens a sheet. */
export const PhoneTray = ({
  open,
  onOpenChange,
  words,
  buttons,
  bar,
  children,
}: PhoneTrayProps) => (
  <section aria-label={texts.name} className="tray-bar">
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={texts.name}
      trigger={
        <button type="button" className="tray-opener">
          <span className="sr-only">{texts.open}</span>
          {words}
          <ChevronUp size={20} aria-hidden />
        </button>
      }
    >
      <div className="tray-sheet">
        <div className="tray-head">
          {words}
          {buttons}
        </div>
        {bar}
        {children}
      </div>
    </Sheet>
    {bar}
  </section>
)
